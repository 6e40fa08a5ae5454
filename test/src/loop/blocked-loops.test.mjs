// A thread that blocks until another one tells it something does not make the other one's delays real.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const limits = { NACD_UNSUPPORTED_PROBABILITY: '1', NACD_MIN_DELAY: '200', NACD_UNSUPPORTED_STALLS: '0', NACD_STRATEGY: 'uniform' };

for (const how of ['first', 'later', 'limit']) {
  test(`delays of a worker that the main thread blocks for: ${how}`, async () => {
    const { stdout, stderr, code, events } = await run(fixture('blocked-main.js'), { args: [how], env: limits });
    assert.deepEqual([stdout, stderr, code], [how === 'limit' ? 'many\n' : '', '', 0]);
    const waits = events.filter(({ type }) => type === 'waits');
    const most = Math.max(...waits.map(({ skipped }) => skipped));
    // Twenty looks, each delayed by 200 ms or more.
    assert.ok(most > 3000, JSON.stringify(waits));
  });
}
