'use strict';
// A lock was left behind. It is looked at and taken over, while a timer does the same. Only a look in the middle of the
// chain races: one that begins late as a whole finds the new lock, and leaves it.
const fs = require('node:fs');

const { newPath, order, slow } = require('../order.js');

const saw = order('taken', 'left');
const lock = newPath('lock');
fs.writeFileSync(lock, 'stale');
// A pool whose workers compute reads later.
const compute = () => require('node:crypto').pbkdf2('password', 'salt', 2000000, 32, 'sha256', () => {});

setTimeout(() => {
  // Between the chain's unlink and its write there is no lock.
  if (!fs.existsSync(lock) || fs.readFileSync(lock, 'utf8') !== 'stale') return saw('left');
  fs.unlinkSync(lock);
  fs.writeFileSync(lock, 'mine', { flag: 'wx' });
  return saw('taken');
}, 300);
fs.access(lock, () => {
  fs.readFile(lock, 'utf8', (error, text) => {
    if (text !== 'stale') return saw('left');
    return fs.unlink(lock, () => fs.writeFile(lock, 'mine', { flag: 'wx' }, (taken) => saw(taken ? 'left' : 'taken')));
  });
  if (slow) for (let worker = 0; worker < 4; worker++) compute();
});
