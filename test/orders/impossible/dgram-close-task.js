'use strict';
// A datagram socket's close event comes before any task.
const dgram = require('node:dgram');

const { order, task } = require('../order.js');

const saw = order('close', 'task');
const socket = dgram.createSocket('udp4');
socket.bind(0, () => setTimeout(() => {
  socket.close(() => saw('close'));
  task(() => saw('task'));
}, 5));
