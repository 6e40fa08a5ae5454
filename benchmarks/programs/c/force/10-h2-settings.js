'use strict';
// Slow peer: the server accepts the connection late.
const net = require('net');
require('./support/slow.js')(__filename, ({ lateEvent }) => {
  lateEvent(net.Server.prototype, 'connection', () => true, 4000);
});
