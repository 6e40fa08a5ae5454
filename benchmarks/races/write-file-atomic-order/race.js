'use strict'
const fs = require('node:fs')
const path = require('node:path')
const writeFileAtomic = require('write-file-atomic')
const { atExit, tempDir } = require('../driver.js')

// The settings are saved twice, one change after the other; what is on disk in the end must be the later ones.
const file = path.join(tempDir(), 'settings.json')
fs.writeFileSync(file, '{"theme":"none"}')
const save = (theme) =>
  writeFileAtomic(file, JSON.stringify({ theme }), (error) => {
    if (error) throw error
  })
save('light')
setTimeout(save, 150, 'dark')
atExit(() => {
  const { theme } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return theme === 'dark' ? null : `the first write came last: ${theme}`
})
