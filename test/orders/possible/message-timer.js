'use strict';
// A message to a port of the same thread, and a timer.
const { order, busy } = require('../order.js');

const saw = order('message', 'timer');
const { port1, port2 } = new MessageChannel();
port2.on('message', () => {
  saw('message');
  port1.close();
});
port1.postMessage('hello');
setTimeout(() => saw('timer'), 5);
busy(10);
