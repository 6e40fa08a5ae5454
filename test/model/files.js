'use strict';
// The built-in model files, as the model's tests see them.
const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '../../model');

function isModel(name) {
  return name.endsWith('.json') && !name.endsWith('.schema.json');
}

function modelFiles() {
  return fs.readdirSync(folder).filter(isModel).sort().map((name) => {
    return { name, classes: JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) };
  });
}

function schema() {
  return JSON.parse(fs.readFileSync(path.join(folder, 'model.schema.json'), 'utf8'));
}

module.exports = { modelFiles, schema };
