// Ends of children among the output of others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('a child\'s exit does not wait until others have nothing to say', async () => {
  for (const NACD_SEED of ['2', '5', '6', '10']) {
    const env = { NACD_SEED, NACD_MODE: 'always', NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '200', NACD_STALLS: '0' };
    const { code, stdout } = await run(fixture('talkers.js'), { env });
    assert.equal(code, 0);
    // Of 1,500 times in all: a busy machine starts the fourth child late.
    assert.ok(Number(stdout) < 500, `seed ${NACD_SEED}: heard ${stdout.trim()} times before`);
  }
});
