// The datagrams reach the collector late.
if (process.argv[2] === 'collector' || process.env.FORCE_CHILD) {
  const dgram = require('dgram');
  const on = dgram.Socket.prototype.on;
  dgram.Socket.prototype.on = function (name, f) {
    return on.call(this, name, name === 'message' ? (...a) => setTimeout(f, 1000, ...a) : f);
  };
} else {
  process.env.FORCE_CHILD = '1';
  process.env.NODE_OPTIONS = `-r ${__filename}`;
  require('../racy/09-udp-then-http.js');
}
