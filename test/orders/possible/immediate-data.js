'use strict';
// A child answers while an immediate is pending.
const { spawn } = require('node:child_process');

const { order, busy } = require('../order.js');

const saw = order('immediate', 'data');
const child = spawn('sh', ['-c', 'read question; sleep 0.02; echo answer']);
child.stdout.on('data', () => saw('data'));
setTimeout(() => {
  child.stdin.end('question\n');
  setImmediate(() => saw('immediate'));
  busy(80);
}, 100);
