'use strict';
// A child ends, and a timer.
const { spawn } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('exit', 'timer');
spawn('sleep', [String(whenSlow(300) / 1000)]).on('exit', () => saw('exit'));
setTimeout(() => saw('timer'), 150);
