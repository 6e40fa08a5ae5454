'use strict';
// Messages on one port keep their order.
const { order } = require('../order.js');

const saw = order('1', '2', '3');
const { port1, port2 } = new MessageChannel();
port2.on('message', (message) => {
  saw(message);
  if (message === '3') port1.close();
});
for (const message of ['1', '2', '3']) port1.postMessage(message);
