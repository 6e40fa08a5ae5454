'use strict';
// Loads the native part: a build of one's own (npm run build) before the binary that came with the package.
// No library does this job here: looking at two file names is all, and each process under test pays for it.
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const prebuilds = path.join(root, 'prebuilds');
const platform = `${process.platform}-${process.arch}`;

function load() {
  const candidates = [
    path.join(root, 'build', 'Release', 'nacd_native.node'),
    path.join(prebuilds, platform, 'nacd-native.node'),
    path.join(prebuilds, `${platform}-musl`, 'nacd-native.node'),
  ].filter((file) => fs.existsSync(file));
  const failures = [];
  for (const file of candidates) {
    try {
      return require(file);
    } catch (error) {
      failures.push({ file, error });
    }
  }
  throw require('./binding-error')({ root, platform, failures });
}

module.exports = load();
