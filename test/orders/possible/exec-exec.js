'use strict';
// Two commands are run to their ends.
const { exec } = require('node:child_process');

const { order, whenSlow } = require('../order.js');

const saw = order('first', 'second');
exec(`sleep ${whenSlow(100) / 1000}; echo x`, () => saw('first'));
exec('sleep 0.05; echo x', () => saw('second'));
