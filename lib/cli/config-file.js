'use strict';
// nacd.config.json, or the key "nacd" of package.json, in the working directory. The first one found counts.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');

function readJson(file) {
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new UserError(messages.cannotRead(file, error));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(messages.notJson(file, error));
  }
}

/** Returns {file, values}; values is empty where there is no configuration. */
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
    return { file, values };
  }
  return { file: 'nacd.config.json', values: {} };
}

module.exports = { readConfig };
