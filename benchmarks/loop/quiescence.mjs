// Measures the cost of the proof of quiescence with more and more open sockets: the CPU time of a jump of the clock.
import path from 'node:path';
import { number } from './start.mjs';
import { alternate, ratios } from './numbers.mjs';

const counts = [10, 100, 1000, 10_000];
const nacd = { NACD_MODE: 'never', NACD_ENGINE: 'loop', NACD_CLOCK: 'virtual', NACD_MODULES: 'zlib' };
const program = path.join(import.meta.dirname, 'programs', 'sockets.js');

export async function quiescence({ rounds }) {
  const commands = Object.fromEntries(counts.map((count) => [`${count}`, () => number([program, `${count}`], { nacd })]));
  const results = await alternate(commands, rounds, 'quiescence');
  const rows = counts.map((count) => (
    [count, ratios(results[count].map((value, round) => value / results[counts[0]][round]))]));
  return { title: 'CPU of a jump of the clock, relative to that with ten sockets', head: ['open sockets', 'ratio'], rows };
}
