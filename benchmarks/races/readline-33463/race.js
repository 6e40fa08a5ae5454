'use strict'
const fs = require('node:fs')
const path = require('node:path')
const readline = require('node:readline')
const { atExit, tempDir } = require('../driver.js')

// The lines begin to flow when the interface is made; what awaits something else before the loop may lose them.
const file = path.join(tempDir(), 'lines')
fs.writeFileSync(file, 'one\ntwo\nthree\n')
let lines = 0

async function main() {
  const input = readline.createInterface({ input: fs.createReadStream(file) })
  await fs.promises.stat(file)
  for await (const line of input) if (line) lines++
}

main()
atExit(() => (lines === 3 ? null : `${lines} of 3 lines were read`))
