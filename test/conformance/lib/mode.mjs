// The runs under a mode, and the proof that a failure is the mode's and not the test's.
import { fileURLToPath } from 'node:url';
import { runAll } from './pool.mjs';

const EMPTY_PRELOAD = fileURLToPath(new URL('./empty-preload.cjs', import.meta.url));

/** Returns the preload of a mode. `empty` preloads an empty file, which shows the tests that any preload breaks. */
export function preloadFor(mode, run, { preload, nodeOptions, env, seed }) {
  const file = mode === 'empty' ? EMPTY_PRELOAD : preload;
  const variables = { NACD_QUIET: '1', NACD_SEED: String(seed + run), ...env, NACD_MODE: mode };
  if (!nodeOptions) return { args: ['-r', file], env: variables };
  return { args: [], env: { ...variables, NODE_OPTIONS: `-r "${file.replace(/["\\]/g, '\\$&')}"` } };
}

/** Runs each test `runs` times under the mode. A test that fails once is examined and not run again. */
export async function runMode(mode, tests, options, { cache, executor, progress }) {
  const results = { mode, passed: 0, flaky: [], differing: [] };
  const tick = progress(mode, tests.length);
  await runAll(tests, options.jobs, async (test, slot) => {
    const verdict = await judge(test, slot, mode, options, executor);
    if (verdict.kind === 'pass') results.passed++;
    else if (verdict.kind === 'flaky') {
      results.flaky.push(test.name);
      cache.set(test, { outcome: 'flaky', ms: verdict.ms });
    } else results.differing.push({ test: test.name, knownFlaky: test.knownFlaky, ...verdict });
    const note = `${test.name}: ${verdict.kind}, ${verdict.outcome}`;
    tick(verdict.kind === 'pass' ? { passed: true } : { passed: false, note });
  });
  results.differing.sort((a, b) => (a.test < b.test ? -1 : 1));
  return results;
}

async function judge(test, slot, mode, options, executor) {
  for (let run = 0; run < options.runs; run++) {
    const under = preloadFor(mode, run, options);
    const first = await executor.run(test, slot, under);
    if (first.outcome !== 'pass') return examine(test, slot, { first, under, options, executor });
  }
  return { kind: 'pass' };
}

/**
 * flaky: fails plainly too, now and then. unsteady: passes when repeated under the same mode and seed. fails: fails
 * again. The plain runs come first, since a flaky test says nothing about the mode.
 */
async function examine(test, slot, { first, under, options, executor }) {
  const { outcome, tail, ms } = first;
  if (!(await passesAgain(test, slot, {}, options.retries, executor))) return { kind: 'flaky', outcome, ms };
  const steady = options.retries > 0 && (await passesAgain(test, slot, under, options.retries, executor));
  return { kind: steady ? 'unsteady' : 'fails', outcome, ms, seed: Number(under.env.NACD_SEED), tail };
}

async function passesAgain(test, slot, preload, times, executor) {
  for (let i = 0; i < times; i++) {
    if ((await executor.run(test, slot, preload)).outcome !== 'pass') return false;
  }
  return true;
}
