// The database is slow in saying welcome.
const net = require('net');
const write = net.Socket.prototype.write;
net.Socket.prototype.write = function (...args) {
  if (args[0] === 'welcome\n') { setTimeout(() => write.apply(this, args), 2000); return true; }
  return write.apply(this, args);
};
require('../racy/16-pool-limit.js');
