// Runs work on tests: the parallel ones on all slots, then the others alone, as Node's test.py does.
import { Interrupted } from './execute.mjs';

export async function runAll(tests, jobs, work) {
  await drain(tests.filter((test) => test.parallel), jobs, work);
  await drain(tests.filter((test) => !test.parallel), 1, work);
}

async function drain(tests, jobs, work) {
  const queue = tests.values();
  const worker = async (_, slot) => {
    for (const test of queue) await work(test, slot);
  };
  const untilInterrupted = (...args) => worker(...args).catch((error) => {
    if (!(error instanceof Interrupted)) throw error;
  });
  await Promise.all(Array.from({ length: Math.min(jobs, tests.length) }, untilInterrupted));
}
