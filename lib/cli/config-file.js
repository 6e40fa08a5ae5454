'use strict';
// Reads the configuration: nacd.config.json in the working directory, else the key "nacd" of package.json there.
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const { readJson } = require('../files/store.js');
const messages = require('../messages/index.js');

/** Returns {file, values, isThere}; `values` is empty if there is no configuration. */
function readConfig(folder) {
  const sources = [
    { file: 'nacd.config.json', pick: (json) => json },
    { file: 'package.json', pick: (json) => json?.nacd },
  ];
  for (const { file, pick } of sources) {
    const values = pick(readJson(path.join(folder, file)));
    if (values === undefined) continue;
    if (values === null || typeof values !== 'object' || Array.isArray(values)) {
      throw new UserError(messages.configNotObject(file));
    }
    return { file, values, isThere: true };
  }
  return { file: 'nacd.config.json', values: {}, isThere: false };
}

module.exports = { readConfig };
