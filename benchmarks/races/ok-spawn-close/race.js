'use strict'
const { spawn } = require('node:child_process')
const { atExit, race } = require('../driver.js')

// Looks like exit-before-output, but close comes after the end of both streams, whatever is late.
let output = ''
let closed = false
const child = spawn('sh', ['-c', 'echo one; echo two; sleep 0.1; echo three'])
child.stdout.on('data', (data) => (output += data))
child.on('close', (code) => {
  closed = true
  if (code !== 0 || output !== 'one\ntwo\nthree\n') race(`closed with ${JSON.stringify(output)}`)
})
atExit(() => (closed ? null : 'close never came'))
