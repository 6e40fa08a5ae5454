'use strict';
// Slow peer: the answer to the BEGIN.
const net = require('net');
let count = 0;
require('./support/slow.js')(__filename, ({ latePush }) => {
  latePush(net.Socket.prototype, ([chunk], socket) => !socket.server && ++count === 2, 300);
});
