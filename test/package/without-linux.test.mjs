// The addon without the folder that holds all that is Linux: it compiles, refuses the engine loop in one line, and its
// hooks pass the tests of engine api. So other systems need an engine or none, and nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, test } from 'node:test';

const { root, temporaryFolder } = createRequire(import.meta.url)('../support/package.js');

const LINUX = path.join(root, 'src', 'loop', 'linux');
const TESTS = ['forms-calls', 'forms-fs', 'forms-network', 'forms-promises', 'forms-streams', 'meaning', 'once', 'order', 'timers'];

let folder;
before((t) => {
  folder = temporaryFolder(t, 'nacd-without-linux-');
  const names = ['lib', 'model', 'scripts', 'src', 'binding.gyp', 'package.json'];
  const filter = (source) => source !== LINUX;
  for (const name of names) fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter });
  fs.mkdirSync(path.join(folder, '.cache'));
  for (const name of ['node_modules', '.cache/node-20']) {
    fs.symlinkSync(fs.realpathSync(path.join(root, name)), path.join(folder, name));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--units'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
});

const run = (env) => spawnSync(process.execPath, ['-r', folder, '-e', 'require("fs").stat(".", () => console.log("done"))'], {
  encoding: 'utf8', env: { ...process.env, NACD_SEED: '1', ...env },
});

test('the engine api is the default', () => {
  const { status, stdout, stderr } = run({});
  assert.deepEqual([status, stdout, stderr], [0, 'done\n', '']);
});

test('the engine loop is refused in one line', () => {
  const { status, stdout, stderr } = run({ NACD_ENGINE: 'loop' });
  assert.deepEqual([status, stdout], [2, '']);
  assert.equal(stderr, 'nacd: NACD_ENGINE=loop is not possible here: the loop engine runs on Linux only\n');
});

test('the tests of engine api pass', () => {
  const files = TESTS.map((name) => path.join(root, 'test', 'src', 'hooks', `${name}.test.js`));
  const env = { ...process.env, NACD_TEST_PACKAGE: folder };
  delete env.NODE_TEST_CONTEXT;
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], { encoding: 'utf8', env });
  assert.equal(status, 0, stdout.split('\n').filter((line) => /not ok/.test(line)).join('\n'));
  assert.match(stdout, /^# pass [1-9]\d+$/m);
});
