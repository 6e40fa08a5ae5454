// A client of a line protocol whose server drops idle connections; it reconnects and repeats the command.
const net = require('net');
const fs = require('fs/promises');
const assert = require('assert');

const values = new Map();
const server = net.createServer({ allowHalfOpen: false }, (socket) => {
  let text = '';
  socket.setEncoding('utf8');
  let idle = setTimeout(() => socket.destroy(), 3000); // until the first command
  socket.on('data', (d) => {
    clearTimeout(idle);
    idle = setTimeout(() => socket.destroy(), 60);
    text += d;
    for (let nl; (nl = text.indexOf('\n')) >= 0; text = text.slice(nl + 1)) {
      const [id, key, value] = text.slice(0, nl).split(' ');
      values.set(key, value);
      socket.write(`${id} ok\n`);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => clearTimeout(idle));
});

class Client {
  constructor(port) {
    Object.assign(this, { port, nextId: 1, pending: new Map(), socket: null });
  }

  connect() {
    const socket = net.connect(this.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (d) => {
      text += d;
      for (let nl; (nl = text.indexOf('\n')) >= 0; text = text.slice(nl + 1)) {
        const id = Number(text.slice(0, nl).split(' ')[0]);
        this.pending.get(id)?.resolve();
        this.pending.delete(id);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.pending.size) this.connect();
    });
    this.socket = socket;
    for (const { line } of this.pending.values()) socket.write(line);
  }

  set(key, value) {
    return new Promise((resolve) => {
      const id = this.nextId++;
      const line = `${id} ${key} ${value}\n`;
      this.pending.set(id, { line, resolve });
      if (this.socket) this.socket.write(line);
      else this.connect();
    });
  }
}

server.listen(0, '127.0.0.1', async () => {
  const client = new Client(server.address().port);
  for (const [i, pause] of [0, 10, 55, 62, 90].entries()) {
    await new Promise((r) => setTimeout(r, pause));
    await fs.stat(__filename);
    await Promise.all([client.set('a', i), client.set('b', i)]);
    assert.strictEqual(values.get('a') + values.get('b'), `${i}${i}`);
  }
  client.socket?.end();
  server.close();
});
