'use strict';
// A timer of some milliseconds, and what another process sends somewhat later.
const { spawn } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('timer', 'output');
const child = spawn('sh', ['-c', 'echo ready; read line; sleep 0.05; echo x']);
child.stdout.once('data', () => {
  child.stdin.write('go\n');
  setTimeout(() => saw('timer'), 5 + whenSlow(300));
  child.stdout.once('data', () => saw('output'));
});
