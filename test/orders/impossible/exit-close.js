'use strict';
// A child's exit, its last output, and its close event.
const { spawn } = require('node:child_process');

const { order } = require('../order.js');

const saw = order('hello', 'close');
const child = spawn('echo', ['hello']);
child.stdout.on('data', (data) => saw(String(data).trim()));
child.on('close', () => saw('close'));
