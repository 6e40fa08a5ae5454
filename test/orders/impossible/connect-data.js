'use strict';
// A client is connected before it gets data.
const net = require('node:net');

const { order } = require('../order.js');

const saw = order('connect', 'data', 'end');
const server = net.createServer((peer) => {
  peer.end('x');
  server.close();
}).listen(0, () => {
  const client = net.connect(server.address().port);
  client.on('end', () => saw('end')).on('data', () => saw('data')).on('connect', () => saw('connect'));
});
