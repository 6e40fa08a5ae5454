// A loop's thread that blocks outside its poll.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '5000', NACD_MAX_DELAY: '6000' };

test('Atomics.wait for what a postponed task does ends as it would without us', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-blocking-'));
  const { stdout, stderr } = await run(fixture('atomics-wait.js'), { args: [join(folder, 'file')], env: always });
  rmSync(folder, { recursive: true });
  assert.equal(stderr, '');
  assert.deepEqual(stdout.trim().split('\n').sort(), ['woken', 'written']);
});

test('openSync of a named pipe, whose other end a postponed task opens, goes on as it would without us', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-blocking-'));
  const { stdout, stderr } = await run(fixture('named-pipe.js'), { args: [join(folder, 'pipe')], env: always });
  rmSync(folder, { recursive: true });
  assert.equal(stderr, '');
  assert.deepEqual(stdout.trim().split('\n').sort(), ['reader', 'writer']);
});

// V8's helpers are late by chance, so the test runs a few times.
test('a postponed task does not start because V8 waits for its own threads', async () => {
  for (let time = 0; time < 4; time++) {
    const { stdout, events } = await run(fixture('garbage.js'), { env: always });
    assert.equal(stdout, 'timer\nstat\n');
    const order = events.filter(({ type }) => type === 'run').map(({ phase }) => phase);
    assert.deepEqual(order.filter((phase) => phase === 'action' || phase === 'timer').slice(-1), ['action']);
  }
});
