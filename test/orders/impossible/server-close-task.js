'use strict';
// The callback of a server without connections comes before any task.
const net = require('node:net');

const { order, task } = require('../order.js');

const saw = order('closed', 'task');
const server = net.createServer();
server.listen(0, () => setTimeout(() => {
  server.close(() => saw('closed'));
  task(() => saw('task'));
}, 5));
