import crypto from 'node:crypto'
import dns from 'node:dns/promises'
import fs from 'node:fs/promises'
import zlib from 'node:zlib'
import { promisify } from 'node:util'
import driver from '../driver.js'

// Looks like an assumption on who is ready first, but the results stand in the order of the questions.
const [key, { address }, itself, packed] = await Promise.all([
  promisify(crypto.pbkdf2)('secret', 'salt', 1000, 16, 'sha256'),
  dns.lookup('localhost', { family: 4 }),
  fs.readFile(new URL(import.meta.url), 'utf8'),
  promisify(zlib.gzip)('text'),
])
const sane = key.length === 16 && address === '127.0.0.1' && itself.includes('import') && packed[0] === 0x1f
if (!sane) driver.race('a result stands in the place of another')
