'use strict';
// nacd minimize --as-test writes a test that forces the race it has found, and that passes after a fix.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { temporaryFolder } = require('../../support/package.js');
const { execute, root } = require('../gates/support.js');

const MAIN = path.join(root, 'lib', 'cli', 'main.js');

test('a race, its test, and its fix', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-as-test-');
  fs.mkdirSync(path.join(cwd, 'test'));
  fs.mkdirSync(path.join(cwd, 'node_modules'));
  fs.symlinkSync(root, path.join(cwd, 'node_modules', 'nacd-native'));
  const program = path.join(cwd, 'race.js');
  fs.copyFileSync(path.join(root, 'test/fixtures/cli/race.js'), program);
  await execute([MAIN, 'run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  const { status, stdout } = await execute([MAIN, 'minimize', '--as-test', '--time', '20'], { cwd });
  assert.equal(status, 0, stdout);
  const [, file, order] = /wrote a test that forces this order: (.*)\n {2}(.*)\n/.exec(stdout);
  assert.match(file, /^test\/nacd-[0-9a-f]+\.test\.mjs$/);
  assert.equal(order, 'setTimeout@race.js -> fs.access@race.js');
  for (let run = 0; run < 3; run++) {
    const failing = await execute(['--test', file], { cwd });
    assert.equal(failing.status, 1);
    assert.match(failing.stdout, /the file was not looked at yet/);
  }
  const source = fs.readFileSync(program, 'utf8');
  fs.writeFileSync(program, source.replace('if (!seen) throw', 'if (!fs.existsSync(__filename)) throw'));
  const fixed = await execute(['--test', file], { cwd });
  assert.equal(fixed.status, 0, fixed.stdout);
  fs.writeFileSync(program, source.replace('fs.access', '\nfs.access'));
  const moved = await execute(['--test', file], { cwd });
  assert.equal(moved.status, 1);
  assert.match(moved.stdout, /the file was not looked at yet/);
});
