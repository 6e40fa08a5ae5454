'use strict';
// Slow pipe: the output of the child.
const net = require('net');
const role = process.argv[2];
require('./support/slow.js')(__filename, ({ latePush }) => {
  if (role !== 'query') latePush(net.Socket.prototype, ([chunk]) => String(chunk).includes('Oslo'), 600);
});
