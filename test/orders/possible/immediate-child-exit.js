'use strict';
// A child ends while an immediate is pending.
const { spawn } = require('node:child_process');

const { order, busy } = require('../order.js');

const saw = order('immediate', 'exit');
spawn('sleep', ['0.03'], { stdio: 'ignore' }).on('exit', () => saw('exit'));
setImmediate(() => saw('immediate'));
busy(200);
