'use strict';
// Two children end.
const { spawn } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('first', 'second');
const run = (name, ms) => spawn('sleep', [String(ms / 1000)]).on('exit', () => saw(name));
run('first', whenSlow(100));
run('second', 50);
