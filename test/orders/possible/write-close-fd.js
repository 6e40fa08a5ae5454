'use strict';
// A line is written to a file whose descriptor is closed later, by a call that is no task: only when the writing begins
// matters, not when its callback comes.
const fs = require('node:fs');

const { newPath, order, slow } = require('../order.js');

const saw = order('closed');
const fd = fs.openSync(newPath('log'), 'a');
// A pool whose workers compute begins to write later.
const compute = () => require('node:crypto').pbkdf2('password', 'salt', 2000000, 32, 'sha256', () => {});
if (slow) for (let worker = 0; worker < 4; worker++) compute();
fs.write(fd, 'line\n', (error) => error && saw(error.code));
setTimeout(() => {
  fs.closeSync(fd);
  saw('closed');
}, 100);
