// The worker pool was started before the package was loaded, as where Node 20 reads ES modules or a test runner does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, preload, run } from './support.mjs';

test('the first task has the name of its call, and its start can be delayed', async () => {
  const env = { NACD_MODE: 'always' };
  const { code, stdout, stderr, events } = await run(fixture('used-pool.js'), { env, plain: true, args: [preload] });
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'done\n', stderr: '' });
  const tasks = events.filter(({ type, phase }) => type !== 'run' && (phase === 'action' || phase === 'worker'));
  const made = tasks.map(({ phase, api, site, delay }) => [phase, api, /used-pool\.js:7:\d+$/.test(site), delay > 0]);
  assert.deepEqual(made, [['action', 'fs.stat', true, true], ['worker', 'fs.stat', true, true]]);
});
