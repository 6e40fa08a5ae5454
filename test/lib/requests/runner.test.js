'use strict';
// Runs of a proof end, also those of tests that leave their server open.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runOnce } = require('../../../lib/requests/runner.js');
const { makeFolder } = require('../../support/cli.js');

const NEVER_ENDS = 'require("fs").writeFileSync(process.argv[1], "{}"); setInterval(() => {}, 1000)';

test('a run that goes on for longer than the recording after its proof is ended', { timeout: 60_000 }, async (t) => {
  const folder = makeFolder(t);
  const result = path.join(folder, 'result.json');
  const { signal } = new AbortController();
  const preload = path.join(folder, 'none.js');
  const command = [process.execPath, '-e', NEVER_ENDS, result];
  const context = { cwd: folder, env: { PATH: process.env.PATH }, preload, signal, command, recordedMs: 1 };
  fs.writeFileSync(preload, '');
  const end = await runOnce(context, folder, { plan: path.join(folder, 'plan.json'), result, timeout: 30 });
  assert.equal(end.reason, 'proved');
});
