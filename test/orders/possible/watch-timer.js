'use strict';
// A change that is watched for, and a timer.
const fs = require('node:fs');

const { order, newPath, slow } = require('../order.js');

const saw = order('change', 'timer');
const watched = newPath('watched');
fs.writeFileSync(watched, '');
const watcher = fs.watch(watched, () => {
  saw('change');
  watcher.close();
});
setTimeout(() => fs.writeFileSync(watched, 'x'), slow ? 120 : 20);
setTimeout(() => saw('timer'), 80);
