'use strict'
const fs = require('node:fs/promises')
const net = require('node:net')
const getPort = require('get-port')
const { race, sleep } = require('../driver.js')

// Two servers of one program want the same port if it can be had, and any other if not. The first reads its
// configuration between asking for a port and taking it; the second starts a little later.
async function main() {
  const wish = await freePort()
  const first = serve(wish, () => fs.readFile(__filename))
  await sleep(150)
  const second = serve(wish, () => {})
  const servers = await Promise.all([first, second])
  for (const server of servers) server.close()
}

async function serve(wish, prepare) {
  const port = await getPort({ port: wish })
  await prepare()
  return new Promise((resolve) => {
    const server = net.createServer()
    server.on('error', ({ code }) => race(`${code}: both servers were given port ${port}`))
    server.listen(port, () => resolve(server))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

main()
