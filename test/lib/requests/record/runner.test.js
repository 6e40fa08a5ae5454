'use strict';
// Runs of a proof end, also those of tests that leave their server open.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runOnce } = require('../../../../lib/requests/record/runner.js');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { root } = require('../../../support/package.js');

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

test('node --watch is refused with one line, also as a script; a program that has its variable from outside is not', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'app.js'), 'require("http").createServer().listen(0); setTimeout(process.exit, 10);');
  const watching = 'require("child_process").spawn(process.execPath, ["--watch", "app.js"], { stdio: "inherit" });';
  fs.writeFileSync(path.join(cwd, 'start.js'), watching);
  const preload = path.join(root, 'lib', 'preload', 'start.js');
  const run = (env, ...command) => nacd(['requests', 'record', '--', ...command], { cwd, env: { NACD_TEST_PRELOAD: preload, ...env } });
  for (const command of [['node', '--watch', 'app.js'], ['node', 'start.js']]) {
    const { status, stderr } = await run({}, ...command);
    assert.equal(status, 2, stderr);
    assert.equal(stderr, 'nacd: the command starts node --watch, which restarts the program and never ends: start it without\n');
  }
  const { stderr } = await run({ WATCH_REPORT_DEPENDENCIES: '1' }, 'node', 'app.js');
  assert.match(stderr, /no server received a request/);
});
