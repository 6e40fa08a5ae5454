// The second answer of the origin is slow.
const net = require('net');
const end = net.Socket.prototype.end;
let n = 0;
net.Socket.prototype.end = function (...args) {
  if (args[0] === '3' && ++n === 2) { setTimeout(() => end.apply(this, args), 3000); return this; }
  return end.apply(this, args);
};
require('../racy/07-lru-refresh.js');
