'use strict';
// Datagrams on two sockets.
const dgram = require('node:dgram');

const { order, slow } = require('../order.js');

const saw = order('first', 'second');
const sender = dgram.createSocket('udp4');
let left = 2;
const receive = (name, ms) => {
  const socket = dgram.createSocket('udp4').on('message', () => {
    saw(name);
    socket.close();
    if (--left === 0) sender.close();
  });
  socket.bind(0, '127.0.0.1', () => setTimeout(() => sender.send('x', socket.address().port, '127.0.0.1'), ms));
};
receive('first', slow ? 60 : 10);
receive('second', 40);
