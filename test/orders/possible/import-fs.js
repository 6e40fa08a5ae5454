'use strict';
// A module is imported, and a file is read.
const fs = require('node:fs');

const { order, file, newPath } = require('../order.js');

const saw = order('file', 'import');
const imported = newPath('m.mjs');
fs.writeFileSync(imported, 'export default 1');
fs.readFile(file('a', 'x', 300), () => saw('file'));
setTimeout(() => import(imported).then(() => saw('import')), 30);
