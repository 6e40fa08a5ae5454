'use strict';
// Yarn's Plug'n'Play puts functions of its own into fs before anything else is loaded. They call Node's functions by
// process.nextTick, so no call of the program is known for the work that is held.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { root, temporaryFolder } = require('../../support/package.js');

const PNP = `
const fs = require('node:fs');
const { readFile } = fs;
process.versions.pnp = '3';
fs.readFile = (...args) => process.nextTick(() => readFile(...args));
`;
const RUNNER = "require('../../../a.test.js');";
const TEST = `
let text;
require('node:fs').readFile(__filename, (error, data) => { text = data; });
setTimeout(() => { if (text === undefined) throw new Error('not read yet'); }, 400);
`;

test('a read of the program is delayed in a test runner under Plug\'n\'Play', (t) => {
  const cwd = temporaryFolder(t, 'nacd-pnp-');
  const write = (name, source) => {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    fs.writeFileSync(path.join(cwd, name), source);
  };
  write('pnp.cjs', PNP);
  write('node_modules/mocha/bin/mocha.js', RUNNER);
  write('a.test.js', TEST);
  const run = (mode) => {
    const env = { ...process.env, NACD_MODE: mode, NACD_STRATEGY: 'reverse', NACD_QUIET: '1' };
    const args = ['-r', './pnp.cjs', '-r', root, 'node_modules/mocha/bin/mocha.js'];
    return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  };
  const plain = run('never');
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
  assert.match(run('always').stderr, /Error: not read yet/);
});
