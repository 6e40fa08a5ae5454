'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { atExit, race, tempDir } = require('../driver.js')

// This mkdirp is from the days when exists() lived in path.
path.exists = fs.exists
const { mkdirp } = require('mkdirp')

// Two uploads into the same new folder, one a little later than the other.
const folder = path.join(tempDir(), 'uploads', 'today')
let made = 0
const done = (error) => (error ? race(`${error.code} from mkdirp of a folder that is there`) : made++)
mkdirp(folder, 0o755, done)
setTimeout(() => mkdirp(folder, 0o755, done), 100)
atExit(() => (made === 2 ? null : 'a call never came back'))
