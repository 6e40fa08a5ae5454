'use strict';
// An immediate, and a file that is copied.
const { writeFileSync, promises } = require('node:fs');

const { order, busy, newPath } = require('../order.js');

const saw = order('immediate', 'copied');
const from = newPath('from');
writeFileSync(from, Buffer.alloc(40000000));
setTimeout(() => {
  promises.copyFile(from, `${from}-copy`).then(() => saw('copied'));
  setImmediate(() => saw('immediate'));
  busy(150);
}, 5);
