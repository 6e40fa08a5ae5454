// Effects of this process on its own descriptors are there in the next poll, whatever the strategy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisions, fixture, run } from './support.mjs';

const SEEDS = ['1', '2', '3'];

for (const kind of ['watch', 'unix', 'fifo', 'accept']) {
  test(`${kind}: not even a slow machine shows it later`, async () => {
    const plain = await run(fixture('at-once.js'), { args: [kind], plain: true });
    assert.deepEqual([plain.stdout, plain.stderr, plain.code], ['done\n', '', 0]);
    const delayed = async (strategy, seed) => {
      const env = { NACD_STRATEGY: strategy, NACD_SEED: seed, NACD_MODE: 'always' };
      const { stdout, stderr, code, events } = await run(fixture('at-once.js'), { args: [kind], env });
      assert.deepEqual([stdout, stderr, code], ['done\n', '', 0], `${strategy}, seed ${seed}`);
      const delays = [...decisions(events).values()].filter((delay) => delay > 0);
      assert.ok(delays.length > 0, 'others are delayed');
    };
    // Side by side: they mostly wait.
    await Promise.all(SEEDS.flatMap((seed) => [delayed('reverse', seed), delayed('uniform', seed)]));
  });
}
