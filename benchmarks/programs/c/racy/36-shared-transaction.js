'use strict';
// A store with transactions, one line a command. Two parts of a program use the same connection to it.
const net = require('net');
const readline = require('readline');
const assert = require('assert');

const store = new Map();
const server = net.createServer((socket) => {
  let changes = null;
  readline.createInterface({ input: socket }).on('line', (line) => {
    const [command, key, value] = line.split(' ');
    let answer = 'OK';
    if (command === 'BEGIN') changes = new Map();
    else if (command === 'SET') (changes ?? store).set(key, value);
    else if (command === 'GET') answer = changes?.get(key) ?? store.get(key) ?? 'NIL';
    else if (command === 'ROLLBACK') changes = null;
    else if (command === 'COMMIT') {
      for (const [name, content] of changes) store.set(name, content);
      changes = null;
    }
    socket.write(`${answer}\n`);
  });
});

class Connection {
  constructor(port) {
    this.replies = [];
    this.socket = net.connect(port, '127.0.0.1');
    readline.createInterface({ input: this.socket }).on('line', (line) => this.replies.shift()(line));
  }

  send(line) {
    this.socket.write(`${line}\n`);
    return new Promise((resolve) => this.replies.push(resolve));
  }
}

async function order(connection, item, amount) {
  const stock = Number(await connection.send(`GET stock:${item}`));
  await connection.send('BEGIN');
  await connection.send(`SET stock:${item} ${stock - amount}`);
  const left = Number(await connection.send(`GET stock:${item}`));
  await connection.send(left < 0 ? 'ROLLBACK' : 'COMMIT');
  return left >= 0;
}

server.listen(0, '127.0.0.1', async () => {
  store.set('stock:lamp', '3');
  const connection = new Connection(server.address().port);
  const ordered = order(connection, 'lamp', 5);
  await new Promise((resolve) => setTimeout(resolve, 220));
  await connection.send('SET visitor:kim seen');
  assert.strictEqual(await ordered, false);
  assert.strictEqual(await connection.send('GET stock:lamp'), '3');
  assert.strictEqual(await connection.send('GET visitor:kim'), 'seen');
  connection.socket.end();
  server.close();
});
