'use strict';
// Two connections are made.
const net = require('node:net');

const { order, slow } = require('../order.js');

const saw = order('first', 'second');
let left = 2;
const server = net.createServer((peer) => peer.on('error', () => {}).resume()).listen(0, () => {
  const connect = (name, ms) => setTimeout(() => {
    const client = net.connect(server.address().port).on('connect', () => {
      saw(name);
      client.destroy();
      if (--left === 0) server.close();
    });
  }, ms);
  connect('first', slow ? 60 : 0);
  connect('second', 30);
});
