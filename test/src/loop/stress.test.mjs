import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stress } from './stress/run.mjs';

test('64 worker threads with 1,000 sockets and timers; npm run stress:loop does it for a minute', async () => {
  for (const seed of [0, 1]) assert.match(await stress(seed, { rounds: 1 }), /s$/);
});
