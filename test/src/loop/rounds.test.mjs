// A program that delays keep alive ends all the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('a program that only goes round as long as something is held is not kept alive for minutes', async () => {
  const { code, stdout, events } = await run(fixture('rounds.js'), { env: { NACD_MODE: 'always', NACD_UNSUPPORTED_STALLS: '0' } });
  assert.equal(code, 0);
  const delays = events.filter(({ delay }) => delay !== undefined).map(({ delay }) => delay);
  assert.ok(Math.max(...delays) > 100, `${delays}`);
  assert.ok(Number(stdout) < 2000, stdout); // were all delays whole, it would go round ten thousand times
});
