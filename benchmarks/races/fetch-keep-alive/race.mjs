import net from 'node:net'
import { once } from 'node:events'
import driver from '../driver.js'

// A server that closes idle connections after 100 ms and does not announce it. What is posted is not sent again.
const server = net.createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', (data) => {
    if (!data.includes('order')) return
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    setTimeout(() => socket.end(), 100)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address()

async function post() {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'order' })
  return response.text()
}

await post()
await driver.sleep(250)
await post().catch(({ cause }) => driver.race(`the order was sent on a closed connection: ${cause?.message}`))
server.close()
