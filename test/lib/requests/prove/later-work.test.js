'use strict';
// A request that comes while another one has been answered and its later work is to come.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { makeFolder, nacd, readJson } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'later-work.cjs');

let services;
before(async () => { services = await startServices('postgres'); });
after(() => services?.stop());

function project(t) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  fs.symlinkSync(path.join(installed('later-work', { pg: '8.23.1' }), 'node_modules'), path.join(folder, 'node_modules'));
  const env = { NACD_TEST_PRELOAD: PRELOAD, DATABASE_URL: services.urls.postgres };
  return { folder, run: (...args) => nacd(args, { cwd: folder, env }) };
}

test('a payment that comes before the later work of a hold is none', async (t) => {
  const { folder, run } = project(t);
  const { status, stdout, stderr } = await run('requests', 'run', '--', 'node', 'main.cjs', 'safe');
  assert.equal(status, 0, stdout + stderr);
  const { counts } = readJson(folder, '.nacd', 'requests.json');
  assert.deepEqual(Object.keys(counts).filter((verdict) => verdict !== 'fine' && verdict !== 'refused'), [], stdout);
  assert.notDeepEqual(counts, {});
});

test('one that comes between check and change of that work is a race, until the change has a condition', async (t) => {
  const { folder, run } = project(t);
  const { status, stdout, stderr } = await run('requests', 'run', '--', 'node', 'main.cjs', 'unsafe');
  assert.equal(status, 1, stdout + stderr);
  const { races: [{ id }] } = readJson(folder, '.nacd', 'requests.json');
  const file = path.join('.nacd', 'failures', `${id}.json`);
  const source = path.join(folder, 'main.cjs');
  fs.writeFileSync(source, fs.readFileSync(source, 'utf8').replace("how === 'safe'", 'true'));
  const { stdout: told } = await run('prove', file);
  assert.match(told, /HOLDS/);
});
