'use strict';
// Two forked children each send a result and end. Who takes a child without a result for lost may be wrong.
const { fork } = require('node:child_process');

const { busy, order, whenSlow } = require('../order.js');

if (process.argv[2]) {
  setTimeout(() => process.send('result', () => process.disconnect()), Number(process.argv[2]));
} else {
  const saw = order('result', 'result');
  for (const ms of [0, whenSlow(2500)]) {
    let result;
    fork(__filename, [String(ms)])
      .on('exit', () => saw(result ?? 'lost'))
      .on('message', (message) => {
        result = message;
        busy(4000); // the other child sends and ends meanwhile
      });
  }
  busy(2000); // the first child has sent and ended when the loop looks
}
