'use strict'
const fs = require('node:fs')
const path = require('node:path')
const winston = require('winston')
const { atExit, tempDir } = require('../driver.js')

// A program logs, works a little, and ends when the logger says that it has finished.
const file = path.join(tempDir(), 'log')
const logger = winston.createLogger({ transports: [new winston.transports.File({ filename: file })] })
logger.info('started')
setTimeout(() => {
  logger.on('finish', () => process.exit(0))
  logger.end()
}, 200)
atExit(() => {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return text.includes('started') ? null : 'the logger had finished, but the line is not in the file'
})
