'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { atExit, tempDir } = require('../driver.js')

// Looks like a lost update, but a chain of promises lets one reader and writer in at a time.
const file = path.join(tempDir(), 'counter')
fs.writeFileSync(file, '0')
let turn = Promise.resolve()

function increment() {
  turn = turn.then(async () => {
    const value = Number(await fs.promises.readFile(file, 'utf8'))
    await fs.promises.writeFile(file, String(value + 1))
  })
}

for (let i = 0; i < 3; i++) setTimeout(increment, i * 10)
atExit(() => {
  const value = fs.readFileSync(file, 'utf8')
  return value === '3' ? null : `counted ${value} of 3`
})
