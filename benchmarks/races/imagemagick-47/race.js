'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { race, tempDir } = require('../driver.js')
const im = require('imagemagick')

// A program of ours stands in for ImageMagick's identify: it prints, and ends a little later.
const identify = path.join(tempDir(), 'identify')
fs.writeFileSync(identify, '#!/bin/sh\necho 640\nsleep 0.1\n', { mode: 0o755 })
im.identify.path = identify

im.identify(['-format', '%w', 'photo.jpg'], (error, output) => {
  if (error) throw error
  if (output.trim() !== '640') race(`the output was taken before it came: ${JSON.stringify(output)}`)
})
