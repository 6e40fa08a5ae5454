'use strict';
// Commands whose process stays alive after their tests.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { describe, test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const REAL = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js') };
const OPEN = /\n {4}still open {3}net\.Server {2}open-server\.js:9:\d+ {2}\(3 times\)\n/;
const TOLD = 'the command does not end by itself, even without delays';

async function verb(cwd, args, command) {
  return nacd([...args, '--', ...command], { cwd, env: REAL });
}

async function campaign(t, command, more = []) {
  const cwd = makeFolder(t, 'hangs/open-server.js', 'hangs/after.js');
  const { status, stdout, stderr } = await verb(cwd, ['run', '-n', '2', '--seed', '1', '--max-delay', '5', ...more], command);
  return { cwd, status, stdout, stderr, ...readJson(cwd, '.nacd/campaign.json') };
}

// What a person reads when a server keeps the only test file alive.
const staysOpen = new RegExp(
  '^open\\.test\\.js does not end by itself, .*TCP server on port [0-9]+.*'
  + 'close what is open, or use --test-force-exit$', 'm');

describe('lingering', { concurrency: true }, () => {
  test('open servers after the tests are told once, and the tests decide', async (t) => {
    const began = Date.now();
    const { status, stdout, runs } = await campaign(t, ['node', 'open-server.js']);
    assert.equal(status, 0, stdout);
    assert.equal(stdout.split(TOLD).length, 2, stdout);
    assert.match(stdout, OPEN);
    assert.deepEqual(runs.map(({ verdict }) => verdict), ['passed', 'passed']);
    assert.ok(Date.now() - began < 55_000, `took ${Date.now() - began} ms`);
  });

  test('what happens for some seconds after the summary does not hide it, nor do files that are watched', async (t) => {
    const { status, stdout, runs } = await campaign(t, ['node', 'open-server.js', 'late'], ['--timeout', '60']);
    assert.equal(status, 0, stdout);
    assert.equal(stdout.split(TOLD).length, 2, stdout);
    assert.match(stdout, /\n {4}still open {3}watcher of files\n/);
    assert.deepEqual(runs.map(({ verdict }) => verdict), ['passed', 'passed']);
  });

  test('a test that fails by assertion is no hang, and prove proves nothing', async (t) => {
    const { cwd, status, stdout, runs, failures } = await campaign(t, ['node', 'open-server.js', 'fails']);
    assert.equal(status, 1, stdout);
    assert.deepEqual(failures.map(({ title }) => title), ['Array > finds it']);
    assert.equal(runs[0].verdict, 'failed');
    assert.doesNotMatch(stdout, /deadlock|HANG/);
    const [schedule] = fs.readdirSync(path.join(cwd, '.nacd', 'failures'));
    assert.equal(readJson(cwd, '.nacd/failures', schedule).failure.lingers, true);
    const proof = await verb(cwd, ['prove', '-n', '1'], ['node', 'open-server.js']);
    assert.equal(proof.status, 3, proof.stdout);
    assert.match(proof.stdout, /NOT PROVED: without delays the command does not end by itself/);
    assert.doesNotMatch(proof.stdout, /HOLDS/);
  });

  test('node --test, which writes no summary then, is told soon, with the file and the way out', async (t) => {
    const cwd = makeFolder(t, 'hangs/open.test.js', 'hangs/other.test.js');
    const { status, stdout, stderr } = await verb(cwd, ['run', '-n', '1', '--timeout', '60'], ['node', '--test']);
    assert.equal(status, 2, stdout);
    assert.match(stderr, staysOpen);
  });

  test('a file of node:test that runs by itself is told so, too', async (t) => {
    const cwd = makeFolder(t, 'hangs/open.test.js');
    const { status, stderr } = await verb(cwd, ['run', '-n', '1', '--timeout', '60'], ['node', 'open.test.js']);
    assert.equal(status, 2, stderr);
    assert.match(stderr, staysOpen);
  });

  test('a process that ends without delays and not with them hangs', async (t) => {
    const { status, stdout, runs } = await campaign(t, ['node', 'open-server.js', 'closes'], ['--timeout', '5']);
    assert.equal(status, 1, stdout);
    assert.deepEqual(runs.map(({ verdict, titles }) => [verdict, ...titles]), [['hang', 'hang: lingering']]);
    assert.match(stdout, /hang: the tests ended, but the process does not end by itself\n/);
    assert.match(stdout, OPEN);
  });

  test('a test that fails each time is set aside, and the process lives on each time', async (t) => {
    const { status, stdout, runs, plain } = await campaign(t, ['node', 'open-server.js', 'broken']);
    assert.equal(status, 0, stdout);
    assert.deepEqual([plain.of, plain.aside], [5, ['Array > finds it']]);
    assert.equal(stdout.split(TOLD).length, 2, stdout);
    assert.deepEqual(runs.map(({ verdict }) => verdict), ['passed', 'passed']);
  });

  test('a timer of the program that is pending may end it: its status counts', async (t) => {
    const { status, stdout, baseline } = await campaign(t, ['node', 'open-server.js', 'timer']);
    assert.equal(status, 3, stdout);
    assert.equal(baseline.code, 7);
  });

  test('a command that runs after the tests is waited for', async (t) => {
    const command = ['sh', '-c', 'node open-server.js closes && node after.js'];
    const { status, stdout, baseline } = await campaign(t, command);
    assert.equal(status, 3, stdout);
    assert.equal(baseline.code, 9, stdout);
  });
});
