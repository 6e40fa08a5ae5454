'use strict';
// The script that runs tests while other programs compute.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder } = require('../support/cli.js');

const LOAD = path.join(__dirname, '..', '..', 'scripts', 'load.mjs');

test('it tells which tests failed, and how often', (t) => {
  const folder = makeFolder(t);
  const file = path.join(folder, 'a.test.js');
  fs.writeFileSync(file, `const { describe, test } = require('node:test');
    const fs = require('node:fs');
    test('passes', () => {});
    describe('outer', () => {
      test('fails always', () => { throw new Error('always'); });
      test('fails once', () => { fs.writeFileSync(${JSON.stringify(path.join(folder, 'once'))}, '', { flag: 'wx' }); });
    });`);
  const args = ['--times', '2', '--programs', '1', '--out', path.join(folder, 'results'), file];
  const { status, stdout, stderr } = spawnSync(process.execPath, [LOAD, ...args], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stdout, /^1 of 2: 1 failed, \d+ s, \S+\/1\.tap\n2 of 2: 2 failed, \d+ s, \S+results\/2\.tap\n/);
  assert.match(stdout, / {3}2 times: fails always\n {3}1 times: fails once\n$/);
  assert.equal(stderr, 'nacd-native: 2 tests failed while 1 other programs computed\n');
});
