'use strict'
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { pipeline } = require('node:stream')
const { atExit, race, tempDir } = require('../driver.js')

// Looks like writes that overtake each other, but one stream writes in the order it was told to, and a pipeline is
// done when all of it is.
const folder = tempDir()
const [text, packed] = ['text', 'text.gz'].map((name) => path.join(folder, name))
const lines = Array.from({ length: 5 }, (_, i) => `line ${i}\n`)
let checked = false

const stream = fs.createWriteStream(text)
for (const line of lines) stream.write(line)
stream.end(() => {
  pipeline(fs.createReadStream(text), zlib.createGzip(), fs.createWriteStream(packed), (error) => {
    if (error) throw error
    const result = zlib.gunzipSync(fs.readFileSync(packed)).toString()
    if (result !== lines.join('')) race(`the file has ${JSON.stringify(result)}`)
    checked = true
  })
})
atExit(() => (checked ? null : 'the pipeline never came to its end'))
