// A child whose 'exit' is held stays what it is in plain Node: a zombie, which is reaped when 'exit' comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const env = { NACD_ENGINE: 'both', NACD_CLOCK: 'real', NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500' };

test('a child is a zombie until its exit comes', async () => {
  const { code, stdout, stderr, events } = await run(fixture('zombie.js'), { env });
  assert.deepEqual([stdout, stderr, code], ['signal  SIGKILL gone false\nstatus 44  gone false\n', '', 0]);
  const exits = events.filter(({ api, phase }) => api === 'child_process.ChildProcess.exit' && phase === 'event');
  assert.deepEqual(exits.map(({ delay }) => delay >= 400), [true, true]);
});

test('a worker that ends leaves no zombie behind', async () => {
  const { code, stdout, stderr } = await run(fixture('worker-zombie.js'), { env });
  assert.deepEqual([stdout, stderr, code], ['true gone\n', '', 0]);
});

test('process.execve leaves no zombie behind', { skip: !process.execve && 'this Node.js has none' }, async () => {
  const { code, stdout } = await run(fixture('execve-zombie.js'), { env });
  assert.deepEqual([stdout, code], ['children: ""\n', 0]);
});
