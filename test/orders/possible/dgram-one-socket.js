'use strict';
// Datagrams of two senders on one socket.
const dgram = require('node:dgram');

const { order, slow } = require('../order.js');

const saw = order('first', 'second');
let left = 2;
const socket = dgram.createSocket('udp4').on('message', (message) => {
  saw(message.toString());
  if (--left === 0) socket.close();
});
const send = (name, ms) => {
  const sender = dgram.createSocket('udp4');
  sender.bind(0, '127.0.0.1', () => setTimeout(() => {
    sender.send(name, socket.address().port, '127.0.0.1', () => sender.close());
  }, ms));
};
socket.bind(0, '127.0.0.1', () => {
  send('first', slow ? 60 : 10);
  send('second', 40);
});
