// A child whose 'exit' is held stays what it is in plain Node: a zombie, which is reaped when 'exit' comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('a child is a zombie until its exit comes', async () => {
  const env = { NACD_ENGINE: 'both', NACD_CLOCK: 'real', NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500' };
  const { code, stdout, stderr, events } = await run(fixture('zombie.js'), { env });
  assert.deepEqual([stdout, stderr, code], ['signal  SIGKILL gone false\nstatus 44  gone false\n', '', 0]);
  const exits = events.filter(({ api, phase }) => api === 'child_process.ChildProcess.exit' && phase === 'event');
  assert.deepEqual(exits.map(({ delay }) => delay >= 400), [true, true]);
});
