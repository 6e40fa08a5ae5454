'use strict';
// When a proof could not be repeated, the command runs once by itself: does it still?
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { proveCandidate } = require('../../../../lib/requests/prove/prove.js');
const { StillRuns } = require('../../../../lib/requests/prove/still-runs.js');
const { makeFolder } = require('../../../support/cli.js');

const UNSEEN = { verdict: 'unrepeatable', reason: 'not seen', details: { end: { code: 1 } } };

test('a command that fails by itself now is told, one that runs is not, and neither is asked after other results', async (t) => {
  const folder = makeFolder(t);
  const preload = path.join(folder, 'none.js');
  fs.writeFileSync(preload, '');
  const problemOf = async (text, result) => {
    const command = [process.execPath, '-e', text];
    const { signal } = new AbortController();
    const env = { PATH: process.env.PATH };
    const context = { cwd: folder, env, preload, signal, command, out: folder, limits: { timeout: 60 } };
    return new StillRuns(context, path.join(folder, 'proofs')).problemAfter(result);
  };
  const { status, message } = await problemOf('process.exit(5)', UNSEEN);
  assert.equal(status, 3);
  assert.match(message, /^nacd: the command fails by itself \(exit status 5\)[^\n]* not so in the recording[^\n]*$/);
  const crash = { verdict: 'unrepeatable', reason: 'serial crash', details: { text: 'channel closed' } };
  assert.equal((await problemOf('process.exit(5)', crash)).status, 3); // its broker may be gone
  assert.equal(await problemOf('', crash), undefined);
  assert.equal(await problemOf('', UNSEEN), undefined);
  for (const other of [{ ...UNSEEN, reason: 'not reached' }, { verdict: 'fine' }]) {
    assert.equal(await problemOf('process.exit(5)', other), undefined);
  }
});

// Writes what the director would, and reaches no order.
const DIRECTOR = `const { readFileSync, writeFileSync } = require('node:fs');
  const { mode, result } = JSON.parse(readFileSync(process.env.NACD_REQUESTS_PLAN, 'utf8'));
  const answer = { status: 200, body: {} };
  const done = { state: 'done', at: 0, operations: [], responses: { first: answer, second: answer }, states: {} };
  writeFileSync(result, JSON.stringify(mode === 'forced' ? { state: 'not reached' } : done));`;

test('a proof whose order is not reached tells the folder of its run, which is looked at next', async (t) => {
  const folder = makeFolder(t);
  const preload = path.join(folder, 'none.js');
  fs.writeFileSync(preload, '');
  const command = [process.execPath, '-e', DIRECTOR];
  const { signal } = new AbortController();
  const limits = { limit: 9, timeout: 60 };
  const context = { cwd: folder, env: { PATH: process.env.PATH }, preload, signal, command, out: folder, limits };
  const operations = [1, 2].map((operation) => ({ operation, request: 1, t: operation, end: operation }));
  const request = { number: 1, method: 'POST', target: '/', headers: [], status: 200, operations };
  const byNumber = new Map(operations.map((one) => [one.operation, one]));
  const recording = { main: 'a.js', schemas: new Map(), operations: byNumber, requests: new Map([[1, request]]) };
  const side = { trace: 0, request: 1, window: [1, 2] };
  const order = [['first', 1], ['second', 1], ['second', 2], ['first', 2]];
  const candidate = { id: 'a', same: true, order, first: side, second: side };
  const result = await proveCandidate(context, candidate, [recording], { folder: path.join(folder, 'a') });
  assert.deepEqual([result.verdict, result.reason], ['unrepeatable', 'not reached']);
  assert.ok(fs.existsSync(path.join(result.folder, 'result.json')), result.folder);
});
