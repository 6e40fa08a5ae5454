'use strict';
// The built-in model files, as the model's tests see them.
const fs = require('node:fs');
const path = require('node:path');
const { FOLDER, modelFiles } = require('../../lib/model-check/files.js');

const schema = () => JSON.parse(fs.readFileSync(path.join(FOLDER, 'model.schema.json'), 'utf8'));

module.exports = { modelFiles, schema };
