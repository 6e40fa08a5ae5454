'use strict';
// A server listens before it has a connection.
const net = require('node:net');

const { order } = require('../order.js');

const saw = order('listening', 'connection', 'closed');
const server = net.createServer((peer) => {
  saw('connection');
  peer.end();
  server.close(() => saw('closed'));
});
server.on('listening', () => {
  saw('listening');
  net.connect(server.address().port).resume();
}).listen(0);
