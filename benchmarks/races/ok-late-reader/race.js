'use strict'
const fs = require('node:fs')
const net = require('node:net')
const { atExit, race } = require('../driver.js')

// Looks like a lost event, but a socket that nobody reads keeps what has come.
let heard = ''
let ended = false
const server = net.createServer((socket) => socket.end('hello'))
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1')
  socket.on('error', ({ code }) => race(code))
  fs.readFile(__filename, (error) => {
    if (error) throw error
    socket.on('data', (data) => (heard += data))
    socket.on('end', () => {
      ended = true
      server.close()
    })
  })
})
atExit(() => (ended && heard === 'hello' ? null : `heard ${JSON.stringify(heard)}, ended: ${ended}`))
