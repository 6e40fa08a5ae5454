'use strict';
// A close event comes before a timer that is set with it in a callback of I/O.
const fs = require('node:fs');

const { order, connection } = require('../order.js');

const saw = order('close', 'timer');
connection(({ client, server }) => fs.stat('.', () => {
  client.on('close', () => saw('close'));
  client.destroy();
  server.close();
  setTimeout(() => saw('timer'), 0);
}));
