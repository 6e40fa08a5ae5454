// npm run bench:loop: what the loop engine costs and how well a seed repeats its decisions, as ratios from one run.
// Commands alternate; a ratio is that of two neighbouring runs, told as the median and the middle half of the rounds.
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { equality } from './loop/equality.mjs';
import { overhead } from './loop/overhead.mjs';
import { quiescence } from './loop/quiescence.mjs';
import { suitesCost } from './loop/suites.mjs';

const parts = { overhead, quiescence, suites: suitesCost, equality };
const usage = `usage: node benchmarks/loop.mjs [--rounds N] [--seeds N] [--only ${Object.keys(parts).join('|')}]...`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      seeds: { type: 'string', default: '2' },
      only: { type: 'string', multiple: true, default: Object.keys(parts) },
    },
  });
  const options = { rounds: Number(values.rounds), seeds: Number(values.seeds), only: values.only };
  if (!(options.rounds >= 1) || !(options.seeds >= 1)) throw new Error('--rounds and --seeds must be 1 or more');
  const unknown = options.only.find((name) => !parts[name]);
  if (unknown) throw new Error(`--only ${unknown}: there is no such part`);
  return options;
}

function print({ title, head, rows }) {
  const table = new Table({ head, style: { head: [], border: [] } });
  table.push(...rows);
  console.log(`\n${title}\n${table}`);
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error.message}\n${usage}`);
  process.exit(2);
}
for (const name of options.only) print(await parts[name](options));
