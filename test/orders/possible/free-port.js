'use strict';
// Two processes each look for a free port and use it some turns later.
const { fork } = require('node:child_process');
const net = require('node:net');

const { order, slow } = require('../order.js');

const listen = (port, done) => {
  const server = net.createServer();
  server.once('error', () => done(undefined, server)).listen(port, '127.0.0.1', () => done(port, server));
};

function find(port, done) {
  listen(port, (free, server) => (free ? server.close(() => done(port)) : find(port + 1, done)));
}

if (process.argv[2]) {
  const [, , from, ms] = process.argv;
  setTimeout(() => find(Number(from), (port) => setTimeout(() => listen(port, (used, server) => {
    process.send(used ? 'listens' : 'taken', () => process.disconnect());
    process.on('disconnect', () => setTimeout(() => server.close(), 300));
  }), slow ? 600 : 0)), Number(ms));
} else {
  const saw = order('listens', 'listens');
  const from = 20000 + (process.pid % 1000) * 10;
  fork(__filename, [from, 0]).on('message', saw);
  fork(__filename, [from, slow ? 100 : 200]).on('message', saw);
}
