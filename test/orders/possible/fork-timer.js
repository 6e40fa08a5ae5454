'use strict';
// A message of a forked child, and a timer.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

const saw = order('message', 'timer');
const script = newPath('child.js');
fs.writeFileSync(script, "setTimeout(() => { process.send('x'); process.disconnect(); }, Number(process.argv[2]))");
fork(script, [whenSlow(800)]).on('message', () => saw('message'));
setTimeout(() => saw('timer'), 400);
