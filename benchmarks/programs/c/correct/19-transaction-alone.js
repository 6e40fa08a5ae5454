'use strict';
// A store with transactions, one line a command. The parts of a program that share a connection take turns.
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
    this.turn = Promise.resolve();
    this.socket = net.connect(port, '127.0.0.1');
    readline.createInterface({ input: this.socket }).on('line', (line) => this.replies.shift()(line));
  }

  send = (line) => {
    this.socket.write(`${line}\n`);
    return new Promise((resolve) => this.replies.push(resolve));
  };

  alone(work) {
    const result = this.turn.then(() => work(this.send));
    this.turn = result.catch(() => {});
    return result;
  }
}

const order = (item, amount) => async (send) => {
  await send('BEGIN');
  const stock = Number(await send(`GET stock:${item}`));
  await send(`SET stock:${item} ${stock - amount}`);
  await send(stock < amount ? 'ROLLBACK' : 'COMMIT');
  return stock >= amount;
};

server.listen(0, '127.0.0.1', async () => {
  store.set('stock:lamp', '3');
  const connection = new Connection(server.address().port);
  const results = await Promise.all([
    connection.alone(order('lamp', 5)),
    connection.alone((send) => send('SET visitor:kim seen')),
    connection.alone(order('lamp', 2)),
  ]);
  assert.deepStrictEqual(results, [false, 'OK', true]);
  assert.deepStrictEqual([...store], [['stock:lamp', '1'], ['visitor:kim', 'seen']]);
  connection.socket.end();
  server.close();
});
