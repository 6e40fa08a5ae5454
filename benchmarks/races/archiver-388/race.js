'use strict'
const fs = require('node:fs')
const path = require('node:path')
const archiver = require('archiver')
const { atExit, tempDir } = require('../driver.js')

// One file is missing, which is allowed; the archive must be finished all the same, whichever comes last.
const folder = tempDir()
const target = fs.createWriteStream(path.join(folder, 'all.zip'))
let finished = false
target.on('close', () => (finished = true))

const archive = archiver('zip', { store: true })
archive.on('warning', (warning) => {
  if (warning.code !== 'ENOENT') throw warning
})
archive.pipe(target)
archive.file(path.join(folder, 'missing'), { name: 'missing' })
setTimeout(() => {
  archive.append('content', { name: 'there' })
  archive.finalize()
}, 150)
atExit(() => (finished ? null : 'the archive was never finished'))
