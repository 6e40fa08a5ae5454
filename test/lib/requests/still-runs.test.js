'use strict';
// When a proof could not be repeated, the command runs once by itself: does it still?
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { StillRuns } = require('../../../lib/requests/still-runs.js');
const { makeFolder } = require('../../support/cli.js');

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
