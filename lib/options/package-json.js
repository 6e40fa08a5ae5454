'use strict';
const fs = require('node:fs');
const path = require('node:path');

/** Returns the package.json in `folder`; undefined if there is none, or no JSON in it. */
function packageIn(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

module.exports = { packageIn };
