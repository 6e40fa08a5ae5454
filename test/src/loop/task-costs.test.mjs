// Measures what tasks of the worker pool cost while they are delayed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('small files wake no worker; a named pipe is opened by one, since that may wait for this thread', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-small-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { stdout, stderr } = await run(fixture('small-files.js'), { args: [folder] });
  const [waits, pipe] = stdout.split('\n');
  assert.equal(pipe, 'opened', stderr);
  assert.ok(waits < 1, `${waits} waits a call`);
});

test('a task of crypto costs no more than one of fs: who has queued it is found at once', async () => {
  const { stdout, stderr } = await run(fixture('task-cost.js'));
  assert.ok(Number(stdout) > 0, stderr);
  assert.ok(Number(stdout) < 3, `${stdout} times`);
});
