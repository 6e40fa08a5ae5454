// The peer with the schema is slow.
const net = require('net');
const end = net.Socket.prototype.end;
net.Socket.prototype.end = function (...args) {
  if (typeof args[0] === 'string') { setTimeout(() => end.apply(this, args), 3000); return this; }
  return end.apply(this, args);
};
require('../racy/26-schema-then-rows.js');
