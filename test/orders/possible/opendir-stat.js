'use strict';
// A folder is read to its end, and a file is looked at later. A large folder takes as long as many tasks.
const fs = require('node:fs');

const { order, newPath, slow } = require('../order.js');

const saw = order('folder', 'stat');
const folder = newPath('folder');
fs.mkdirSync(folder);
for (let i = 0; i < (slow ? 3000 : 3); i++) fs.writeFileSync(`${folder}/${i}`, '');
(async () => {
  for await (const entry of await fs.promises.opendir(folder)) void entry;
  saw('folder');
})();
setTimeout(() => fs.stat('.', () => saw('stat')), slow ? 5 : 150);
