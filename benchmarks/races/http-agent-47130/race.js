'use strict'
const http = require('node:http')
const net = require('node:net')
const { race, sleep } = require('../driver.js')

// A server that closes idle connections after 100 ms and does not announce it, as many proxies do.
const server = net.createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', (data) => {
    if (!data.includes('\r\n\r\n')) return
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    setTimeout(() => socket.end(), 100)
  })
})

const agent = new http.Agent({ keepAlive: true })

function get(port) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume().on('end', resolve)
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

async function main() {
  const { port } = server.address()
  await get(port)
  await sleep(250)
  await get(port)
  agent.destroy()
  server.close()
}

server.listen(0, '127.0.0.1', () => {
  main().catch(({ code }) => race(`the second request was sent on a closed connection: ${code}`))
})
