'use strict';
// Slow network: the first segment of the server's answer is lost and sent again, with the first frame behind it.
const net = require('net');
require('./support/slow.js')(__filename, () => {
  const { write } = net.Socket.prototype;
  const held = [];
  net.Socket.prototype.write = function (data, ...rest) {
    if (String(data).startsWith('HTTP/1.1 101')) {
      held.push(data);
      return true;
    }
    if (held.length > 0 && Buffer.isBuffer(data)) data = Buffer.concat([Buffer.from(held.pop()), data]);
    return write.call(this, data, ...rest);
  };
});
