'use strict';
// Messages of two forked children.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

const saw = order('first', 'second');
const script = newPath('child.js');
fs.writeFileSync(script, "setTimeout(() => { process.send('x'); process.disconnect(); }, Number(process.argv[2]))");
fork(script, [whenSlow(500)]).on('message', () => saw('first'));
fork(script, ['200']).on('message', () => saw('second'));
