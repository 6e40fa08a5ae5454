// npm run soak: campaigns in which the tool, its runs and their children are killed at random moments. Checks that the
// results can be read, that no process is left, and that no file of the user's is touched
// (CONTRIBUTING.md, The soak). npm run soak -- --campaigns 100 --runs 50 --folders 10 --jobs 2 --seed 1
import { parseArgs } from 'node:util';
import { Failure, main } from './lib/run.mjs';
import { soakFolder } from './soak/folder.mjs';
import { randomFrom } from './soak/random.mjs';

const { values } = parseArgs({
  options: {
    campaigns: { type: 'string', default: '100' },
    runs: { type: 'string', default: '50' },
    folders: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
});

const usage = (message) => Object.assign(new Failure(message), { status: 2 });

function numberOf(name) {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < (name === 'seed' ? 0 : 1)) {
    throw usage(`--${name} ${values[name]}: a whole number is needed`);
  }
  return number;
}

const add = (sum, counts) => Object.fromEntries(Object.keys(counts).map((key) => [key, (sum[key] ?? 0) + counts[key]]));

main(async () => {
  const [campaigns, runs, jobs, seed] = ['campaigns', 'runs', 'jobs', 'seed'].map(numberOf);
  const folders = Math.min(numberOf('folders'), campaigns);
  console.log(`soak: ${campaigns} campaigns of ${runs} runs in ${folders} folders, seed ${seed}`);
  const began = performance.now();
  const waiting = Array.from({ length: folders }, (_, index) => index);
  let sum = {};
  const work = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const share = Math.floor(campaigns / folders) + (index < campaigns % folders ? 1 : 0);
      const counts = await soakFolder({ campaigns: share, runs, random: randomFrom(seed, index) });
      sum = add(sum, counts);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const [what, count] of Object.entries(sum)) console.log(`${String(count).padStart(8)}  ${what}`);
  console.log(`soak: ${Math.round((performance.now() - began) / 1000)} s, seed ${seed}`);
  if (sum.faults > 0) throw new Failure(`the soak with seed ${seed} found ${sum.faults} faults`);
});
