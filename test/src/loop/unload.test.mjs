// The addon stays in memory as long as the process calls it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, preload, run } from './support.mjs';

for (const NACD_ENGINE of ['loop', 'both']) {
  test(`a process outlives the workers that alone loaded the addon, engine ${NACD_ENGINE}`, async () => {
    const env = { NACD_ENGINE };
    const { code, signal, stdout, stderr } = await run(fixture('addon-of-worker.js'), { env, plain: true, args: [preload] });
    assert.deepEqual({ code, signal, stdout, stderr }, { code: 0, signal: null, stdout: 'done\n', stderr: '' });
  });
}
