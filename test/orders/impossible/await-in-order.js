'use strict';
// A file is read after it was written, where the program waits for that.
const fs = require('node:fs/promises');

const { order, newPath } = require('../order.js');

const saw = order('written', 'text', 'removed');
(async () => {
  const target = newPath('a');
  await fs.writeFile(target, 'text');
  saw('written');
  saw(await fs.readFile(target, 'utf8'));
  await fs.rm(target);
  saw('removed');
})();
