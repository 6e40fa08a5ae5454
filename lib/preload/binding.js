'use strict';
// Loads the native part: a build of one's own (npm run build) before the binary that came with the package.
// No library does this job here: looking at two file names is all, and each process under test pays for it.
const fs = require('node:fs');
const path = require('node:path');
const { platformName } = require('../options/platform.js');

const root = path.dirname(path.dirname(__dirname));
const platform = platformName();
const candidates = [
  `${root}/build/Release/nacd_native.node`,
  `${root}/prebuilds/${platform}/nacd-native.node`,
];

function load() {
  const failures = [];
  for (const candidate of candidates) {
    if (!fs.existsSync(candidate)) continue;
    const file = path.normalize(candidate);
    try {
      return require(file);
    } catch (error) {
      failures.push({ file, error });
    }
  }
  throw require('./binding-error.js')({ root, platform, failures });
}

module.exports = load();
