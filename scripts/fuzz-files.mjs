// npm run fuzz:files: changes valid files of every format that the tool reads, and has the tool read them. Each input
// must be read, or be refused with one line and status 2. Anything else is a fault, printed with the command that
// repeats it.
// npm run fuzz:files -- --inputs 8000 --seed 1 --only 'campaign.json'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatsOf } from './fuzz-files/formats.mjs';
import { tryInput } from './fuzz-files/input.mjs';
import { makeSamples } from './fuzz-files/samples.mjs';
import { Failure, main } from './lib/run.mjs';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string' }, // a format
    input: { type: 'string' }, // a number: this one alone
  },
});

const usage = (message) => Object.assign(new Failure(message), { status: 2 });

function numberOf(name) {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) throw usage(`--${name} ${values[name]}: a whole number is needed`);
  return number;
}

function chosen(formats) {
  const list = formats.filter(({ name }) => values.only === undefined || name === values.only);
  if (list.length === 0) throw usage(`--only ${values.only}: allowed is one of ${formats.map(({ name }) => name).join(', ')}`);
  return list;
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// Returns the number of faults in inputs of a format.
async function fuzz(folder, format, { seed, numbers }) {
  let [faults, refused] = [0, 0];
  // A sample that is refused as it is would say nothing of its changes.
  const { isRefused: isBad, fault: ofSample } = await tryInput(folder, format, { seed, number: -1 });
  if (ofSample) throw new Failure(`the sample of ${format.name}: ${ofSample}`);
  if (isBad !== (format.refuses === true)) throw new Failure(`the sample of ${format.name} is ${isBad ? '' : 'not '}refused`);
  for (const number of numbers) {
    const { isRefused, fault } = await tryInput(folder, format, { seed, number });
    if (isRefused) refused++;
    if (fault === undefined) continue;
    faults++;
    console.log(`FAULT  npm run fuzz:files -- --seed ${seed} --only ${quoted(format.name)} --input ${number}\n${fault.replace(/^/gm, '  ')}`);
  }
  console.log(`${String(numbers.length).padStart(6)} inputs, ${String(refused).padStart(6)} refused, ${faults} faults  ${format.name}`);
  return faults;
}

main(async () => {
  const [inputs, seed] = ['inputs', 'seed'].map(numberOf);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-fuzz-'));
  try {
    console.log(`fuzz:files: seed ${seed}`);
    const samples = makeSamples(folder);
    const traces = (...names) => readdirSync(path.join(folder, ...names)).map((name) => path.join(...names, name));
    const [trace] = traces('campaign', 'runs', '0001', 'trace');
    const recorded = traces('requests', 'requests', 'recorded', 'trace').find((name) => /recorded-.*ndjson$/.test(name));
    const formats = chosen(formatsOf({ ...samples, trace, recorded }));
    const shares = formats.reduce((sum, { share }) => sum + share, 0);
    let faults = 0;
    for (const format of formats) {
      const count = Math.ceil((inputs * format.share) / shares);
      const numbers = values.input === undefined ? Array.from({ length: count }, (_, number) => number) : [numberOf('input')];
      faults += await fuzz(folder, format, { seed, numbers });
    }
    if (faults > 0) throw new Failure(`${faults} faults with seed ${seed}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
