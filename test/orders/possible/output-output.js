'use strict';
// Two children print.
const { spawn } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('first', 'second');
const run = (name, ms) => spawn('sh', ['-c', `sleep ${ms / 1000}; echo x`]).stdout.on('data', () => saw(name));
run('first', whenSlow(100));
run('second', 50);
