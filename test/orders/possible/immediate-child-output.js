'use strict';
// A child prints while an immediate is pending.
const { spawn } = require('node:child_process');

const { order, busy } = require('../order.js');

const saw = order('immediate', 'output');
spawn('sh', ['-c', 'sleep 0.03; echo hello']).stdout.on('data', () => saw('output'));
setImmediate(() => saw('immediate'));
busy(200);
