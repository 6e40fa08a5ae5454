// Measures the cost of delays that take no time: CPU and wall time of whole processes, relative to plain node.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { alternate, ratios } from './numbers.mjs';
import { start } from './start.mjs';

const HTTP_SHARE = 0.3; // a request takes longer than a file's status
const delays = { NACD_ENGINE: 'loop', NACD_CLOCK: 'virtual', NACD_MODE: 'random' };

const loadsOf = (operations) => ({
  [`${operations} fs.stat, one after the other`]: ['delayed-stat.js', operations, 1],
  [`${operations} fs.stat, eight at a time`]: ['delayed-stat.js', operations, 8],
  [`${operations * HTTP_SHARE} HTTP requests over keep-alive`]: ['delayed-http.js', operations * HTTP_SHARE],
});

async function measure(args, nacd) {
  const result = await start(args, { nacd });
  if (result.code !== 0) throw new Error(`${args.join(' ')}: exit status ${result.code}\n${result.stderr}`);
  return result;
}

// A trace for each run, since a campaign keeps one of each run as well.
async function traced(args, nacd) {
  const trace = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  try {
    return await measure(args, { ...nacd, NACD_TRACE: trace });
  } finally {
    rmSync(trace, { recursive: true, force: true });
  }
}

export async function delaysCost({ rounds, operations }) {
  const rows = [];
  for (const [title, [file, ...given]] of Object.entries(loadsOf(operations))) {
    const args = [path.join(import.meta.dirname, 'programs', file), ...given.map(String)];
    const seeded = (round) => ({ ...delays, NACD_SEED: `${round + 1}` });
    const { plain, ...others } = await alternate({
      plain: () => measure(args),
      delays: (round) => measure(args, seeded(round)),
      'delays, traced': (round) => traced(args, seeded(round)),
    }, rounds, title);
    for (const [name, runs] of Object.entries(others)) {
      const of = (what) => ratios(runs.map((run, round) => run[what] / plain[round][what]));
      rows.push([title, name, of('cpu'), of('wall')]);
    }
  }
  return { title: 'Delays that take no time, relative to plain node', head: ['load', 'what', 'CPU', 'wall'], rows };
}
