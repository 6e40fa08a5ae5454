// Measures the cost of the loop engine when nothing is held: the CPU time of a load, relative to plain node.
import path from 'node:path';
import { number } from './start.mjs';
import { alternate, ratios } from './numbers.mjs';

const programs = { '20,000 HTTP requests over keep-alive': 'http.js', '100,000 fs.stat': 'stat.js' };
const never = { NACD_MODE: 'never', NACD_ENGINE: 'loop' };
const tools = {
  plain: undefined,
  // The programs do not use zlib, so no module of theirs has hooks.
  'the loop alone': { ...never, NACD_MODULES: 'zlib' },
  'the loop, and hooks that watch': never,
};

export async function overhead({ rounds }) {
  const rows = [];
  for (const [title, file] of Object.entries(programs)) {
    const program = path.join(import.meta.dirname, 'programs', file);
    const commands = Object.fromEntries(Object.entries(tools).map(([name, nacd]) => (
      [name, () => number([program], { nacd })])));
    const { plain, ...others } = await alternate(commands, rounds, title);
    for (const [name, values] of Object.entries(others)) {
      const lowest = Math.min(...values) / Math.min(...plain);
      rows.push([title, name, ratios(values.map((value, round) => value / plain[round])), lowest.toFixed(2)]);
    }
  }
  return { title: 'CPU with nothing held, relative to plain node', head: ['load', 'what', 'ratio', 'lowest to lowest'], rows };
}
