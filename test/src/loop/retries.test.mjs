// Retries for what another process makes take the time that they take for the other process.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, run } from './support.mjs';

describe('retries', { concurrency: 2 }, () => {
  for (const kind of ['file', 'socket']) {
    for (const way of ['interval', 'deadline']) {
      test(`for a ${kind}, ${way}`, async () => {
        for (const [seed, engine] of [['1', 'loop'], ['2', 'both'], ['3', 'both']]) {
          const env = { NACD_SEED: seed, NACD_ENGINE: engine };
          const { stdout, stderr, code } = await run(fixture('outside/retries.js'), { args: [kind, way], env });
          assert.deepEqual([stdout, stderr, code], ['found\n', '', 0], `seed ${seed}`);
        }
      });
    }
  }
});
