'use strict';
// A pool with at most one connection to a database that refuses a second.
const assert = require('assert');
const net = require('net');

let open = 0;
const database = net.createServer((socket) => {
  if (++open > 1) return socket.end('too many connections\n');
  socket.write('welcome\n');
  let rest = '';
  socket.on('data', (d) => {
    const lines = (rest + d).split('\n');
    rest = lines.pop();
    for (const query of lines) socket.write(`rows of ${query}\n`);
  });
  socket.on('close', () => { open--; });
});

class Pool {
  constructor(port, max) { this.port = port; this.max = max; this.count = 0; this.idle = []; this.waiting = []; }

  async acquire() {
    if (this.idle.length) return this.idle.pop();
    if (this.count >= this.max) return new Promise((resolve) => this.waiting.push(resolve));
    this.count++;
    try {
      return await this.connect();
    } catch (err) {
      this.count--;
      throw err;
    }
  }

  async connect() {
    const connection = new Connection(net.connect(this.port, '127.0.0.1'));
    assert.strictEqual(await connection.line(), 'welcome');
    return connection;
  }

  release(connection) {
    if (this.waiting.length) this.waiting.shift()(connection);
    else this.idle.push(connection);
  }

  close() { for (const c of this.idle) c.socket.end(); }
}

class Connection {
  constructor(socket) {
    this.socket = socket;
    this.lines = socket.setEncoding('utf8')[Symbol.asyncIterator]();
    this.text = '';
  }

  async line() {
    while (!this.text.includes('\n')) this.text += (await this.lines.next()).value;
    const [line] = this.text.split('\n', 1);
    this.text = this.text.slice(line.length + 1);
    return line;
  }
}

async function query(pool, sql) {
  const connection = await pool.acquire();
  connection.socket.write(sql + '\n');
  const rows = await connection.line();
  pool.release(connection);
  return rows;
}

database.listen(0, '127.0.0.1', async () => {
  const pool = new Pool(database.address().port, 1);
  const tables = ['users', 'clients', 'orders', 'items'];
  const results = await Promise.all(tables.map((t) => query(pool, t)));
  pool.close();
  database.close();
  assert.deepStrictEqual(results, tables.map((t) => 'rows of ' + t));
});
