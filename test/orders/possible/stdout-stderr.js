'use strict';
// A child's output, and its errors.
const { spawn } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('output', 'error');
const child = spawn('sh', ['-c', `(sleep ${whenSlow(100) / 1000}; echo x) & (sleep 0.03; echo y >&2); wait`]);
child.stdout.on('data', () => saw('output'));
child.stderr.on('data', () => saw('error'));
