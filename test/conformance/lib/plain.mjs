// The plain runs: which tests pass on this binary with nothing preloaded.
import { runAll } from './pool.mjs';
import { rank } from './select.mjs';

/** Runs what the cache does not know; returns a map from test name to outcome. Interrupted, it lacks the rest. */
export async function plainOutcomes(tests, { cache, executor, jobs, progress }) {
  const missing = tests.filter((test) => !cache.get(test));
  const tick = progress('plain', missing.length);
  await runAll(missing, jobs, async (test, slot) => {
    const result = await executor.run(test, slot);
    cache.set(test, result);
    tick({ passed: result.outcome === 'pass' });
  });
  return new Map(tests.filter((test) => cache.get(test)).map((test) => [test.name, cache.get(test).outcome]));
}

/**
 * The first N tests, in the order that the sample seed gives, which pass plainly. Only as many plain runs as needed,
 * so that a sample of a suite never run before is quick too.
 */
export async function samplePassing(tests, count, sampleSeed, context) {
  const ranked = rank(tests, sampleSeed);
  const outcomes = new Map();
  const passing = [];
  while (passing.length < count && outcomes.size < ranked.length && !context.executor.interrupted) {
    const batch = ranked.slice(outcomes.size, outcomes.size + Math.max(count - passing.length, 8));
    for (const entry of await plainOutcomes(batch, context)) outcomes.set(...entry);
    passing.push(...batch.filter((test) => outcomes.get(test.name) === 'pass'));
  }
  return { outcomes, passing: passing.slice(0, count) };
}
