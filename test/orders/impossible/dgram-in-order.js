'use strict';
// Datagrams of one sender on one socket, through the kernel's own network: it keeps their order.
const dgram = require('node:dgram');

const { order } = require('../order.js');

const saw = order('1', '2', '3', '4');
const socket = dgram.createSocket('udp4').on('message', (message) => {
  saw(message.toString());
  if (message.toString() === '4') socket.close();
});
socket.bind(0, '127.0.0.1', () => {
  const sender = dgram.createSocket('udp4');
  const send = (name, then) => sender.send(name, socket.address().port, '127.0.0.1', then);
  send('1');
  send('2', () => setTimeout(() => {
    send('3');
    send('4', () => sender.close());
  }, 5));
});
