'use strict';
// A port is free after its server has closed; two parties listen on it.
const net = require('node:net');

const { order, busy, task, connection } = require('../order.js');

const saw = order('first listens', 'second is refused');
connection(({ client, peer, server }) => {
  const { port } = server.address();
  const listen = (name) => {
    const next = net.createServer();
    next.on('error', () => saw(`${name} is refused`));
    next.listen(port, '127.0.0.1', () => {
      saw(`${name} listens`);
      setTimeout(() => next.close(), 100);
    });
  };
  peer.resume();
  setTimeout(() => {
    server.close(() => listen('first'));
    client.destroy();
    task(() => listen('second'));
    busy(50);
  }, 20);
});
