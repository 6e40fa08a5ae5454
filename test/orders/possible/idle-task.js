'use strict';
// A file is read, and a connection on which nothing happens reaches its limit.
const fs = require('node:fs');
const net = require('node:net');

const { order, file } = require('../order.js');

const saw = order('file', 'limit');
const server = net.createServer((socket) => socket.on('error', () => {}));
server.listen(0, '127.0.0.1', () => {
  fs.readFile(file('a', 'x'), () => saw('file'));
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setTimeout(50, () => {
    saw('limit');
    client.destroy();
    server.close();
  });
});
