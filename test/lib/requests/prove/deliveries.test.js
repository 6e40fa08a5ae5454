'use strict';
// Consumers of messages that one request sends, or that two branches of it send, work at the same time.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'deliveries.cjs');

let services;
before(async () => { services = await startServices('redis'); });
after(() => services?.stop());

function run(t, ...args) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  const packages = installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  const env = { NACD_TEST_PRELOAD: PRELOAD, REDIS_URL: services.urls.redis };
  return nacd(['requests', 'run', '--', 'node', 'main.cjs', ...args], { cwd: folder, env });
}

// Resolves to what is printed.
async function raceWithin(t, target) {
  const { status, stdout, stderr } = await run(t, 'together', target);
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, new RegExp(`within one POST ${target}: an update of data/account is lost: .* 70 {3}proved 5 of 5$`, 'm'));
  return stdout;
}

async function silentInTurns(t, target) {
  const { status, stdout } = await run(t, 'turns', target);
  assert.equal(status, 0, stdout);
}

test('two messages of one request race in their consumers; one at a time they do not', async (t) => {
  const stdout = await raceWithin(t, '/both');
  assert.match(stdout, /^ {2}MESSAGE \/charges .*readFile/m);
  await silentInTurns(t, '/both');
});

test('two calls at the same time race where the consumers of their messages work, and the race is told once', async (t) => {
  const stdout = await raceWithin(t, '/calls');
  // On a busy machine two copies of the outer request may be proved, too.
  assert.equal(stdout.match(/^REQUEST RACE \w+ {2}within one/mg).length, 1);
  await silentInTurns(t, '/calls');
});

test('a message races with what its sender does after it', async (t) => {
  const stdout = await raceWithin(t, '/beside');
  assert.match(stdout, /^ {2}POST \/beside .*\n {2}MESSAGE \/charges /m);
});
