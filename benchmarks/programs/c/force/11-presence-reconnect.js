'use strict';
// Slow network: the end of the first connection reaches the server late.
const net = require('net');
let ends = 0;
require('./support/slow.js')(__filename, ({ latePush }) => {
  latePush(net.Socket.prototype, ([chunk], socket) => chunk === null && socket.server && ++ends === 1, 400);
});
