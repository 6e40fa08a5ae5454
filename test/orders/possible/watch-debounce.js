'use strict';
// A change that a task makes is seen by fs.watch; a timer that was set before looks whether it was seen.
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

const saw = order('change', 'timer');
const watched = newPath('watched');
fs.writeFileSync(watched, '');
let seen = false;
const watcher = fs.watch(watched, () => {
  if (!seen) saw('change');
  seen = true;
});
setTimeout(() => {
  saw('timer');
  watcher.close();
}, 60);
setTimeout(() => fs.writeFile(watched, 'x', () => {}), 5 + whenSlow(100));
