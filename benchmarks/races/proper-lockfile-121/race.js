'use strict'
const fs = require('node:fs')
const path = require('node:path')
const lockfile = require('proper-lockfile')
const { race, sleep, tempDir } = require('../driver.js')

// A lock was left behind by a process that died. Two others want it, one a little later than the other; the first
// keeps it for a long time.
const file = path.join(tempDir(), 'data')
fs.writeFileSync(file, '')
fs.mkdirSync(`${file}.lock`)
fs.utimesSync(`${file}.lock`, new Date(0), new Date(0))

const attempt = () =>
  lockfile.lock(file, { stale: 3600e3, update: 1800e3 }).then(
    () => true,
    (error) => {
      if (error.code !== 'ELOCKED') throw error
      return false
    },
  )

async function main() {
  const first = attempt()
  await sleep(30)
  const held = await Promise.all([first, attempt()])
  if (held[0] && held[1]) race('both hold the lock')
  // The lock's own timer would keep the process.
  process.exit(0)
}

main()
