'use strict'
const fs = require('node:fs')
const path = require('node:path')
const createWriteStream = require('fs-write-stream-atomic')
const { race, tempDir } = require('../driver.js')

// A file is copied through the stream, and read when the stream says that it has finished.
const folder = tempDir()
const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
fs.writeFileSync(from, 'content')
const target = createWriteStream(to)
target.on('error', ({ message }) => race(message))
target.on('finish', () => {
  fs.readFile(to, 'utf8', (error, text) => {
    if (error || text !== 'content') race(`the file has ${error?.code ?? JSON.stringify(text)}`)
  })
})
fs.createReadStream(from).pipe(target)
