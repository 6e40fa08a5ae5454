'use strict';
// A message of a forked child, and a timer.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

const saw = order('message', 'timer');
const script = newPath('child.js');
const answer = "setTimeout(() => { process.send('x'); process.disconnect(); }, Number(process.argv[2]))";
fs.writeFileSync(script, `process.once('message', () => ${answer}); process.send('started');`);
const child = fork(script, [whenSlow(500)]);
// From when the child has started: a busy machine may take long to start it.
child.once('message', () => {
  child.once('message', () => saw('message'));
  child.send('go');
  setTimeout(() => saw('timer'), 250);
});
