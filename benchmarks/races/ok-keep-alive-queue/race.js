'use strict'
const http = require('node:http')
const { atExit, race } = require('../driver.js')

// Looks like the reuse of a dying connection, but the server never ends one, and the agent's only socket takes the
// requests one by one.
const answered = []
const server = http.createServer((request, response) => response.end(request.url))
Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

server.listen(0, '127.0.0.1', () => {
  for (const path of ['/1', '/2', '/3']) {
    const request = http.get({ host: '127.0.0.1', port: server.address().port, path, agent }, (response) => {
      let body = ''
      response.on('data', (data) => (body += data))
      response.on('end', () => {
        answered.push(body)
        if (answered.length < 3) return
        agent.destroy()
        server.close()
      })
    })
    request.on('error', ({ code }) => race(code))
  }
})
atExit(() => (answered.join('') === '/1/2/3' ? null : `answered: ${answered.join(' ')}`))
