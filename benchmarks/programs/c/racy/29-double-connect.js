'use strict';
// A message client connects on its own when there is something to send and no connection.
const net = require('net');
const readline = require('readline');
const assert = require('assert');

class Client {
  constructor(options) {
    this.options = options;
    this.socket = null;
    this.queue = [];
  }

  connect() {
    const socket = net.connect({ ...this.options, family: 4 });
    socket.on('connect', () => {
      this.socket = socket;
      for (const line of this.queue.splice(0)) socket.write(line);
    });
    socket.on('error', (err) => {
      throw err;
    });
    socket.on('close', () => {
      this.socket = null;
    });
  }

  send(line) {
    if (this.socket) return this.socket.write(`${line}\n`);
    this.queue.push(`${line}\n`);
    this.connect();
  }

  close() {
    this.socket.end();
  }
}

const sessions = new Set();
const lines = [];
const server = net.createServer((socket) => {
  sessions.add(socket);
  readline.createInterface({ input: socket }).on('line', (line) => {
    lines.push(line);
    if (lines.length === 2) finish();
  });
});

let client;
function finish() {
  client.close();
  server.close();
  assert.deepStrictEqual(lines, ['login kim', 'heartbeat']);
  assert.strictEqual(sessions.size, 1, 'one session');
}

server.listen(0, '127.0.0.1', () => {
  client = new Client({ host: 'localhost', port: server.address().port });
  client.send('login kim');
  setTimeout(() => client.send('heartbeat'), 220);
});
