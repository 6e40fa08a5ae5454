'use strict';
// A child prints, and a timer.
const { spawn } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('output', 'timer');
spawn('sh', ['-c', `sleep ${whenSlow(300) / 1000}; echo x`]).stdout.on('data', () => saw('output'));
setTimeout(() => saw('timer'), 150);
