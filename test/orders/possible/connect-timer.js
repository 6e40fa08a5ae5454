'use strict';
// A connection is made, and a timer.
const net = require('node:net');

const { order, slow } = require('../order.js');

const saw = order('connect', 'timer');
const server = net.createServer((peer) => peer.on('error', () => {}).resume()).listen(0, () => {
  setTimeout(() => {
    const client = net.connect(server.address().port).on('connect', () => {
      saw('connect');
      client.destroy();
      server.close();
    });
  }, slow ? 500 : 0);
  setTimeout(() => saw('timer'), 250);
});
