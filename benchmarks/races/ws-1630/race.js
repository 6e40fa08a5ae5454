'use strict'
const fs = require('node:fs')
const { WebSocket, WebSocketServer } = require('ws')
const { atExit } = require('../driver.js')

// The server looks up who has come before it listens to what they say.
let heard
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  fs.readFile(__filename, (error) => {
    if (error) throw error
    socket.on('message', (data) => (heard = String(data)))
  })
})
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`)
  client.on('open', () => setTimeout(() => client.send('hello', () => client.close()), 100))
  client.on('close', () => server.close())
})
atExit(() => (heard === 'hello' ? null : 'the first message came before the server listened, and is lost'))
