'use strict';
// A child that has just been started is told to end.
const { spawn } = require('node:child_process');

const { order, slow } = require('../order.js');

const saw = order('ended by itself');
const child = spawn('sh', ['-c', `${slow ? 'sleep 0.8;' : ''} trap 'exit 3' TERM; while :; do sleep 0.05; done`]);
child.on('exit', (code) => saw(code === 3 ? 'ended by itself' : 'killed'));
setTimeout(() => child.kill(), 400);
