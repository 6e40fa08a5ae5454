'use strict';
// A child is spawned before it ends.
const { spawn } = require('node:child_process');

const { order } = require('../order.js');

const saw = order('spawn', 'exit', 'close');
spawn('true').on('close', () => saw('close')).on('exit', () => saw('exit')).on('spawn', () => saw('spawn'));
