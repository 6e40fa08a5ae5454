'use strict';
// A suite whose process ends with status 0 before its runner has written a summary has not passed.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { describe, test } = require('node:test');

const { demandOf } = require('../../../lib/campaign/early-end.js');
const { summariesIn } = require('../../../lib/campaign/outputs/index.js');
const { isWork, readResult } = require('../../../lib/queue/checks.js');
const { FIXTURES, makeFolder, nacd, readJson } = require('../../support/cli.js');

const COMMAND = ['node', 'ends-early.js'];

const verb = (cwd, cases, ...args) => nacd(args, { cwd, env: { CASES: cases } });

const plain = (counts, more) => ({ verdict: 'passed', written: { counts, runners: 0, programs: 1, passed: 3, seen: 3, ...more } });

describe('a run that ends before its tests', { concurrency: true }, () => {
  test('fails, is replayed and proved', async (t) => {
    const cwd = makeFolder(t, 'ends-early.js');
    const { status, stdout } = await verb(cwd, 'exits', 'run', '-n', '1', '--', ...COMMAND);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /FAILED .* {2}the process ended before its tests did\n/);
    assert.match(stdout, /exit status 0, but no summary of the tests as without delays, 1 of 3 tests had passed/);
    const [{ id }] = readJson(cwd, '.nacd/campaign.json').failures;
    const replayed = await verb(cwd, 'exits', 'replay', id);
    assert.match(replayed.stdout, /failed again: the process ended before its tests did\n {2}exit status 0/);
    const proved = await verb(cwd, 'exits', 'prove', id, '-n', '1');
    assert.equal(proved.status, 1, proved.stdout);
    assert.match(proved.stdout, /the process ended before its tests did/);
  });

  test('is none that has other tests, text before its summary, tests left out by a cache, or output that is lost', async (t) => {
    const cwd = makeFolder(t, 'ends-early.js');
    const { status, stdout } = await verb(cwd, 'many,text,cached,piped', 'run', '-n', '4', '--jobs', '1', '--', ...COMMAND);
    assert.equal(status, 0, stdout);
    assert.equal(fs.readFileSync(path.join(cwd, 'runs.txt'), 'utf8'), '....');
  });
});

test('demanded is what all plain runs that passed have in common', () => {
  const failed = { ...plain({}), verdict: 'failed' };
  assert.deepEqual(demandOf([plain({ mocha: 2, tap: 1 }), plain({ mocha: 1 }, { programs: 2, passed: 4 }), failed]), {
    counts: { mocha: 1 }, runners: 0, programs: 2, passed: undefined,
  });
  assert.equal(demandOf([plain({ mocha: 1 }), plain({})]), undefined);
  assert.equal(demandOf([{ ...plain({}), written: undefined }]), undefined);
  assert.deepEqual(demandOf([{ ...plain({ mocha: 2 }), verdict: 'failed' }]).counts, { mocha: 1 });
});

test('the summaries of each runner are known', () => {
  for (const name of ['ava', 'jasmine', 'lab', 'mocha', 'node24-spec', 'tape', 'playwright', 'uvu']) {
    const text = fs.readFileSync(path.join(FIXTURES, 'outputs', `${name}.stdout`), 'utf8');
    const strict = summariesIn(text, '');
    assert.equal(Object.keys(strict).length, 1, name);
    assert.deepEqual(summariesIn(text.replace(/^/gm, 'one:test: '), '', { loosely: true }), strict, name);
  }
});

test('machines of a queue get what is demanded, and say that a run ended early', () => {
  const entry = { id: '1', queue: 'q', options: {}, timeout: 1, silence: 1, aside: [], known: [] };
  assert.equal(isWork({ ...entry, demand: { counts: { mocha: 1 }, runners: 1, programs: 1 } }), true);
  assert.equal(isWork({ ...entry, demand: { counts: 'mocha' } }), false);
  const result = { verdict: 'failed', titles: ['x'], ms: 1, early: { seen: 1, of: 3 } };
  assert.deepEqual(readResult(result).early, { seen: 1, of: 3 });
  assert.equal(readResult({ ...result, early: { seen: 'x' } }), undefined);
});
