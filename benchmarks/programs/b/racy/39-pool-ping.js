// A pool of connections to a calculator ("ADD 1 2", "PING"); free connections are checked now and then.
// The module comes first, its test at the end.
const net = require('net');
const fs = require('fs');
const { once } = require('events');
const assert = require('assert');

function calculator() {
  return net.createServer((socket) => {
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      const lines = (rest + data).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const [command, a, b] = line.split(' ');
        if (command === 'ADD') setTimeout(() => socket.write(`${Number(a) + Number(b)}\n`), 80); // no fast calculator
        else fs.stat(__filename, () => socket.write('PONG\n'));
      }
    });
    socket.on('error', () => {});
  });
}

class Connection {
  constructor(port) {
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8');
    this.text = '';
    this.onLine = null;
    this.socket.on('data', (data) => {
      this.text += data;
      for (let nl; (nl = this.text.indexOf('\n')) >= 0; ) {
        const line = this.text.slice(0, nl);
        this.text = this.text.slice(nl + 1);
        this.onLine?.(line);
      }
    });
  }

  ask(question) {
    return new Promise((resolve) => {
      this.onLine = resolve;
      this.socket.write(question + '\n');
    });
  }
}

class Pool {
  constructor(port, size, checkEvery) {
    this.port = port;
    this.size = size;
    this.open = 0;
    this.free = [];
    this.waiting = [];
    this.check = setInterval(() => this.checkFree(), checkEvery);
  }

  async acquire() {
    if (this.free.length) return this.free.pop();
    if (this.open < this.size) {
      this.open++;
      const connection = new Connection(this.port);
      await once(connection.socket, 'connect');
      return connection;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(connection) {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.free.push(connection);
  }

  async checkFree() {
    for (const connection of [...this.free]) {
      const answer = await connection.ask('PING');
      if (answer !== 'PONG') {
        this.free = this.free.filter((c) => c !== connection);
        connection.socket.destroy();
        this.open--;
      }
    }
  }

  close() {
    clearInterval(this.check);
    for (const connection of this.free) connection.socket.end();
  }
}

async function add(pool, a, b) {
  const connection = await pool.acquire();
  try {
    return Number(await connection.ask(`ADD ${a} ${b}`));
  } finally {
    pool.release(connection);
  }
}

async function test() {
  const server = calculator();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pool = new Pool(server.address().port, 1, 400);
  const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

  assert.strictEqual(await add(pool, 1, 2), 3);
  await sleep(450); // one check takes place
  const sums = await Promise.all([add(pool, 2, 3), add(pool, 4, 5)]);
  assert.deepStrictEqual(sums, [5, 9]);
  pool.close();
  server.close();
}

test();
