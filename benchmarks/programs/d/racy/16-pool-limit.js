'use strict';
// A pool with at most one connection to a database that refuses a second.
const assert = require('assert');
const net = require('net');
const { exec } = require('child_process');

let open = 0;
const database = net.createServer((socket) => {
  if (++open > 1) return socket.end('too many connections\n');
  socket.write('welcome\n');
  socket.on('data', (query) => socket.write(`rows of ${String(query).trim()}\n`));
  socket.on('close', () => { open--; });
});

class Pool {
  constructor(port, max) { this.port = port; this.max = max; this.all = []; this.idle = []; this.waiting = []; }

  async acquire() {
    if (this.idle.length) return this.idle.pop();
    if (this.all.length >= this.max) return new Promise((resolve) => this.waiting.push(resolve));
    const connection = await this.connect();
    this.all.push(connection);
    return connection;
  }

  connect() {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.port, '127.0.0.1');
      socket.setEncoding('utf8').once('error', reject);
      socket.once('data', (text) => (text === 'welcome\n' ? resolve(socket) : reject(new Error(text.trim()))));
    });
  }

  release(connection) {
    if (this.waiting.length) this.waiting.shift()(connection);
    else this.idle.push(connection);
  }

  close() { for (const c of this.all) c.destroy(); }
}

async function query(pool, sql) {
  const connection = await pool.acquire();
  connection.write(sql + '\n');
  const rows = await new Promise((resolve) => connection.once('data', resolve));
  pool.release(connection);
  return rows.trim();
}

database.listen(0, '127.0.0.1', async () => {
  const pool = new Pool(database.address().port, 1);
  const version = new Promise((resolve, reject) => {
    exec(`"${process.execPath}" -p process.version`, (err, stdout) => (err ? reject(err) : resolve(stdout.trim())));
  });
  const results = await Promise.all([
    query(pool, 'users'),
    version.then((v) => query(pool, 'clients of ' + v)),
  ]);
  pool.close();
  database.close();
  assert.deepStrictEqual(results, ['rows of users', `rows of clients of ${process.version}`]);
});
