'use strict';
// A datagram, and a timer.
const dgram = require('node:dgram');

const { order, slow } = require('../order.js');

const saw = order('datagram', 'timer');
const socket = dgram.createSocket('udp4').on('message', () => {
  saw('datagram');
  socket.close();
});
socket.bind(0, '127.0.0.1', () => {
  setTimeout(() => socket.send('x', socket.address().port, '127.0.0.1'), slow ? 80 : 0);
  setTimeout(() => saw('timer'), 50);
});
