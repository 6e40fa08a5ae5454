'use strict';
// Reads the built-in model files.
const fs = require('node:fs');
const path = require('node:path');

const FOLDER = path.join(__dirname, '..', '..', 'model');

const isModel = (name) => name.endsWith('.json') && !name.endsWith('.schema.json');

/** Returns [{name: 'fs.json', classes: [...]}, ...]. */
function modelFiles() {
  return fs.readdirSync(FOLDER).filter(isModel).sort().map((name) => ({
    name, classes: [JSON.parse(fs.readFileSync(path.join(FOLDER, name), 'utf8'))].flat(),
  }));
}

const modelClasses = () => modelFiles().flatMap(({ classes }) => classes);

module.exports = { FOLDER, isModel, modelFiles, modelClasses };
