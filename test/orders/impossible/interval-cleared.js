'use strict';
// An interval that is cleared when its file is stored never finds it missing: it looks only at what is stored.
const fs = require('node:fs');
const { order, newPath } = require('../order.js');

const saw = order('stored', 'swept');
const name = newPath('upload');
const stored = new Map();
const janitor = setInterval(() => {
  for (const file of stored.keys()) {
    stored.delete(file);
    fs.unlink(file, (error) => {
      saw(error ? 'missing' : 'swept');
      clearInterval(janitor);
    });
  }
}, 50);
fs.writeFile(`${name}.part`, 'x', () => fs.rename(`${name}.part`, name, () => {
  saw('stored');
  stored.set(name, true);
}));
