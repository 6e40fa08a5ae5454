// Throughput by the number of workers. A run waits for most of its time, as for a database or a network, so that few
// processors can do many.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { median } from 'simple-statistics';
import { nacd } from './machines.mjs';

const OPTIONS = ['--seed', '1', '--max-delay', '5', '--clock', 'real'];

function checkout(folder, name, wait) {
  const cwd = path.join(folder, name);
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'waits.js'), `require('node:fs').stat('.', () => setTimeout(() => {}, ${wait}));\n`);
  return cwd;
}

// Returns the runs a second of the campaign in `cwd`, from the end of the first `places` runs to that of the last one.
async function campaign(args, cwd, places = 1) {
  const child = nacd(args, cwd);
  const times = [];
  child.stdout.on('data', (chunk) => {
    for (const _ of chunk.matchAll(/^run \d+ of/gm)) times.push(performance.now());
  });
  await child.ended;
  const { runs } = JSON.parse(readFileSync(path.join(cwd, '.nacd', 'campaign.json'), 'utf8'));
  if (runs.some(({ verdict }) => verdict !== 'passed')) throw new Error('a run has failed');
  const rate = (times.length - places) / ((times.at(-1) - times[places - 1]) / 1000);
  return { rate, median: median(runs.map(({ ms }) => ms)) };
}

/** Prints the throughput with each number of workers beside that of `nacd run` without a queue. */
export async function throughput({ url, folder }, { counts, wait, each }) {
  const command = ['--', process.execPath, 'waits.js'];
  const alone = await campaign(['run', '-n', String(each), ...OPTIONS, ...command], checkout(folder, 'alone', wait));
  console.log(`runs that wait ${wait} ms; ${alone.rate.toFixed(2)} runs/s without a queue, one after the other`);
  for (const count of counts) {
    const queue = ['--queue', `${url}/workers-${count}`];
    const workers = Array.from({ length: count }, (_, at) => {
      return nacd(['worker', ...queue, ...command], checkout(folder, `${count}-${at}`, wait));
    });
    const args = ['run', ...queue, '-n', String(each * count), ...OPTIONS, ...command];
    const { rate, median } = await campaign(args, checkout(folder, `asker-${count}`, wait), count);
    await Promise.all(workers.map(({ ended }) => ended));
    // Not the queue makes a run longer, but other runs on the same processors.
    const [share, ofRuns] = [rate / (count * alone.rate), rate / (count * 1000 / median)];
    console.log(`${String(count).padStart(3)} workers  ${rate.toFixed(2)} runs/s  ${(100 * share).toFixed(0)} % of ideal; `
      + `a run takes ${median} ms (without a queue ${alone.median}), ${(100 * ofRuns).toFixed(0)} % of the time is runs`);
  }
}
