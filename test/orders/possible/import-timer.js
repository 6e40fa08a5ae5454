'use strict';
// A module is imported, and a timer.
const fs = require('node:fs');

const { order, file, newPath } = require('../order.js');

const saw = order('import', 'timer');
const imported = newPath('m.mjs');
fs.writeFileSync(imported, `import { readFile } from 'node:fs/promises'; await readFile(${JSON.stringify(file('a', 'x', 300))})`);
import(imported).then(() => saw('import'));
setTimeout(() => saw('timer'), 150);
