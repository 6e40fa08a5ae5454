'use strict';
// A signal that a child sends, and a timer.
const { spawn } = require('node:child_process');

const { order, slow } = require('../order.js');

const saw = order('signal', 'timer');
const end = setTimeout(() => {}, 2000);
process.on('SIGUSR2', () => {
  saw('signal');
  clearTimeout(end);
});
spawn('sh', ['-c', `sleep ${slow ? 0.3 : 0}; kill -USR2 $PPID`]);
setTimeout(() => saw('timer'), 200);
