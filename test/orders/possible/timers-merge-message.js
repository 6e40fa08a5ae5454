'use strict';
// Two timers of different durations; the first one sends a message to itself.
const { order, busy } = require('../order.js');

const saw = order('first', 'message', 'second');
const { port1, port2 } = new MessageChannel();
port2.on('message', () => {
  saw('message');
  port1.close();
});
setTimeout(() => {
  saw('first');
  port1.postMessage('hello');
}, 120);
setTimeout(() => saw('second'), 200);
setTimeout(() => busy(110), 100);
