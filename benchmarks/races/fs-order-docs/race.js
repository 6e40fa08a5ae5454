'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { atExit, race, tempDir } = require('../driver.js')

// Node's documentation warns of this: what is started later may be done earlier.
const folder = tempDir()
const [from, to] = ['hello', 'world'].map((name) => path.join(folder, name))
fs.writeFileSync(from, '')
const renamed = []
fs.access(from, (error) => {
  if (error) throw error
  fs.rename(from, to, (failed) => {
    if (failed) throw failed
    renamed.push('rename')
  })
})
setTimeout(() => {
  fs.stat(to, (error) => {
    if (error) race(`the file is not there yet: ${error.code}`)
    renamed.push('stat')
  })
}, 150)
atExit(() => (renamed.length === 2 ? null : 'a call never came back'))
