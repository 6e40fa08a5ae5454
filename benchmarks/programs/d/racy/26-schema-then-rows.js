'use strict';
// Two feeds, one with the schema and one with the rows, announced by events.
const assert = require('assert');
const net = require('net');
const zlib = require('zlib');
const { EventEmitter, once } = require('events');

const schemaFeed = net.createServer((socket) => socket.end(JSON.stringify(['id', 'name'])));
const rowFeed = net.createServer((socket) => {
  const rows = Array.from({ length: 60000 }, (_, i) => [i, `name ${i}`]);
  zlib.gzip(JSON.stringify(rows), (err, packed) => {
    if (err) return socket.destroy(err);
    socket.end(packed);
  });
});

class Table extends EventEmitter {
  load(schemaPort, rowPort) {
    this.receive(schemaPort, (buffer) => this.emit('schema', JSON.parse(buffer)));
    this.receive(rowPort, (buffer) => {
      zlib.gunzip(buffer, (err, text) => {
        if (err) return this.emit('error', err);
        this.emit('rows', JSON.parse(text));
      });
    });
  }

  receive(port, cb) {
    const chunks = [];
    const socket = net.connect(port, '127.0.0.1');
    socket.on('data', (d) => chunks.push(d));
    socket.on('end', () => cb(Buffer.concat(chunks)));
    socket.on('error', (err) => this.emit('error', err));
  }
}

(async () => {
  schemaFeed.listen(0, '127.0.0.1');
  await once(schemaFeed, 'listening');
  rowFeed.listen(0, '127.0.0.1');
  await once(rowFeed, 'listening');

  const limit = setTimeout(() => { throw new Error('no table'); }, 10000);
  const table = new Table();
  table.load(schemaFeed.address().port, rowFeed.address().port);
  const [schema] = await once(table, 'schema');
  const [rows] = await once(table, 'rows');
  clearTimeout(limit);
  schemaFeed.close();
  rowFeed.close();
  const last = Object.fromEntries(schema.map((name, i) => [name, rows.at(-1)[i]]));
  assert.deepStrictEqual(last, { id: 59999, name: 'name 59999' });
})();
