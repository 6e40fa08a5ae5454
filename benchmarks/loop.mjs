// npm run bench:loop measures the cost of the loop engine, and how well a seed repeats its decisions. Commands
// alternate, and a ratio compares two neighbouring runs. It is given as the median and the middle half of the rounds.
import Table from 'cli-table3';
import { optionsOf, refuse } from './harness/command-line.mjs';
import { delaysCost } from './loop/delays.mjs';
import { equality } from './loop/equality.mjs';
import { overhead } from './loop/overhead.mjs';
import { quiescence } from './loop/quiescence.mjs';
import { suitesCost } from './loop/suites.mjs';

const parts = { overhead, delays: delaysCost, quiescence, suites: suitesCost, equality };
const usage = `usage: node benchmarks/loop.mjs [--rounds N] [--seeds N] [--operations N]
  [--only ${Object.keys(parts).join('|')}]...`;

function readOptions() {
  const given = optionsOf({
    rounds: { type: 'string', default: '7' },
    seeds: { type: 'string', default: '2' },
    operations: { type: 'string', default: '10000' },
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
  }, usage);
  const values = { only: given.only };
  for (const name of ['rounds', 'seeds', 'operations']) {
    values[name] = Number(given[name]);
    if (!(values[name] >= 1)) refuse(`--${name} ${given[name]} is not valid: allowed is a number from 1\n${usage}`);
  }
  const unknown = values.only.find((name) => !parts[name]);
  if (unknown) refuse(`--only ${unknown}: there is no such part\n${usage}`);
  return values;
}

function print({ title, head, rows }) {
  const table = new Table({ head, style: { head: [], border: [] } });
  table.push(...rows);
  console.log(`\n${title}\n${table}`);
}

const options = readOptions();
for (const name of options.only) print(await parts[name](options));
