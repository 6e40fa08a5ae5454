// The peer is slow.
const net = require('net');
const write = net.Socket.prototype.write;
net.Socket.prototype.write = function (...args) {
  if (String(args[0]).startsWith('content')) { setTimeout(() => write.apply(this, args), 500); return true; }
  return write.apply(this, args);
};
const fs = require('fs');
const readFile = fs.promises.readFile;
fs.promises.readFile = async (file, ...args) => {
  if (file.endsWith('b2')) await new Promise((r) => setTimeout(r, 3000));
  return readFile(file, ...args);
};
require('../racy/39-hedged-read.js');
