// npm run stress:loop -- [SECONDS]: 64 worker threads with 1,000 sockets and timers under the loop engine, run after
// run with seeds, engines and strategies that change, until the seconds are over (60). Stops at the first failure.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../support.mjs';

const program = fileURLToPath(new URL('program.js', import.meta.url));
const turns = [
  { NACD_ENGINE: 'loop' },
  { NACD_ENGINE: 'both' },
  { NACD_ENGINE: 'loop', NACD_STRATEGY: 'nodefz' },
  { NACD_ENGINE: 'loop', NACD_STRATEGY: 'reverse' },
  { NACD_ENGINE: 'loop', NACD_CLOCK: 'real', NACD_MAX_DELAY: '20' },
  { NACD_ENGINE: 'loop', NACD_MODE: 'never' },
];

/** One run; says what it did, or throws with what the program said. */
export async function stress(seed, { workers = 64, rounds = 3 } = {}) {
  const env = { ...turns[seed % turns.length], NACD_SEED: String(seed), UV_THREADPOOL_SIZE: '64' };
  const { code, signal, stdout, stderr, ms } = await run(program, { args: [`${workers}`, `${rounds}`], env });
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`).join(' ');
  if (code === 0 && stdout === 'done\n' && stderr === '') return `${settings}: ${(ms / 1000).toFixed(1)} s`;
  throw new Error(`${settings}: exit status ${code}, signal ${signal}\n${stdout}${stderr}`);
}

async function main() {
  const seconds = Number(process.argv[2] ?? 60);
  if (!(seconds > 0)) {
    console.error(`stress: SECONDS is "${process.argv[2]}", must be a number above 0`);
    process.exit(2);
  }
  const end = performance.now() + seconds * 1000;
  for (let seed = 0; performance.now() < end; seed++) console.log(await stress(seed));
}

if (path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
