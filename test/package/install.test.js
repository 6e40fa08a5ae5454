'use strict';
// Proves that an installation needs no compiler. Installs the packed package into a folder with a space in its name, on
// each version of Node.js.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, describe, test } = require('node:test');
const { nodes } = require('../support/nodes.js');
const { bareCommands, npm, pack, temporaryFolder } = require('../support/package.js');

const app = `
  const fs = require('node:fs');
  fs.access(__filename, () => console.log('done'));
`;
const module_ = `
  import fs from 'node:fs';
  fs.access(new URL(import.meta.url), () => console.log('done'));
`;

describe('installed from its tarball into an empty folder', () => {
  let folder;
  let env;
  const cleanups = [];
  after(() => cleanups.forEach((cleanup) => cleanup()));

  before(() => {
    const base = temporaryFolder({ after: (cleanup) => cleanups.push(cleanup) }, 'nacd-install-');
    folder = path.join(base, 'an app');
    fs.mkdirSync(folder);
    const { tarball } = pack(base);
    env = { ...process.env, PATH: bareCommands(base) };
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder, env, stdio: 'pipe' });
    fs.writeFileSync(path.join(folder, 'app.js'), app);
    fs.writeFileSync(path.join(folder, 'app.mjs'), module_);
  });

  test('there was no compiler, and nothing was built', () => {
    for (const program of ['cc', 'gcc', 'g++', 'clang', 'make', 'python3']) {
      assert.equal(spawnSync(program, ['--version'], { env }).error?.code, 'ENOENT', program);
    }
    assert.equal(fs.existsSync(path.join(folder, 'node_modules', 'nacd-native', 'build')), false);
  });

  const forms = {
    'node -r nacd-native app.js': { args: ['-r', 'nacd-native', 'app.js'] },
    'node --import nacd-native app.mjs': { args: ['--import', 'nacd-native', 'app.mjs'] },
    "NODE_OPTIONS='-r nacd-native' node app.js": { args: ['app.js'], options: '-r nacd-native' },
    "NODE_OPTIONS='--import nacd-native' node app.mjs": { args: ['app.mjs'], options: '--import nacd-native' },
  };
  for (const { major, path: node } of nodes()) {
    for (const [form, { args, options = '' }] of Object.entries(forms)) {
      test(`Node.js ${major}: ${form}`, (t) => {
        const trace = temporaryFolder(t, 'nacd-trace-');
        const settings = { NODE_OPTIONS: options, NACD_TRACE: trace, NACD_MODE: 'always', NACD_MAX_DELAY: '5' };
        const run = spawnSync(node, args, { cwd: folder, env: { ...env, ...settings }, encoding: 'utf8' });
        assert.deepEqual([run.stdout, run.stderr, run.status], ['done\n', '', 0]);
        const traces = fs.readdirSync(trace).map((name) => fs.readFileSync(path.join(trace, name), 'utf8'));
        assert.equal(traces.length, 1);
        assert.match(traces[0], /fs\.access/);
      });
    }
  }
});
