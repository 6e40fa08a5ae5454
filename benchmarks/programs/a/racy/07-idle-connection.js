// A line protocol with one long-lived connection; the server drops connections that are idle for too long.
const net = require('net');
const fs = require('fs');
const assert = require('assert');

const server = net.createServer((socket) => {
  socket.setEncoding('utf8');
  const idle = setTimeout(() => socket.end(), 150);
  socket.on('data', (command) => {
    idle.refresh();
    socket.write('ok ' + command.length + '\n');
  });
  socket.on('close', () => clearTimeout(idle));
  socket.on('error', () => {});
});

class Client {
  constructor(port) {
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8');
    this.waiting = [];
    this.socket.on('data', (answer) => this.waiting.shift().resolve(answer));
    this.socket.on('close', () => this.waiting.forEach((w) => w.reject(new Error('connection lost'))));
  }

  send(command) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.socket.write(command, (err) => err && reject(err));
    });
  }
}

server.listen(0, '127.0.0.1', async () => {
  const client = new Client(server.address().port);
  assert.strictEqual(await client.send('HELLO'), 'ok 5\n');
  const text = await fs.promises.readFile(__filename, 'utf8');
  assert.strictEqual(await client.send(text.slice(0, 20)), 'ok 20\n');
  client.socket.end();
  server.close();
});
