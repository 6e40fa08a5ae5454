'use strict';
// A child counts what its tasks have done, and tells the count at a signal. Rare: a task is still under way then.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, whenSlow } = require('../order.js');

if (process.argv[2]) {
  let done = 0;
  process.on('message', () => fs.stat(__filename, () => setTimeout(() => { done++; }, whenSlow(900))));
  process.on('SIGUSR2', () => process.send(done, () => process.disconnect()));
  process.send('ready');
} else {
  const saw = order('ready', '1');
  const child = fork(__filename, ['child']).on('message', (message) => saw(String(message)));
  child.once('message', () => {
    child.send('job');
    setTimeout(() => child.kill('SIGUSR2'), 300);
  });
}
