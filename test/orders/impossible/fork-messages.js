'use strict';
// Messages of a forked child keep their order, and come before its exit.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath } = require('../order.js');

const saw = order('1', '2', 'exit');
const script = newPath('child.js');
fs.writeFileSync(script, "process.send('1'); process.send('2', () => process.disconnect())");
fork(script).on('exit', () => saw('exit')).on('message', saw);
