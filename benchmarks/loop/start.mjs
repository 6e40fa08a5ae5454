// Starts node programs, with or without the preload.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { metered } from '../harness/metered.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const preload = path.join(root, 'lib', 'index.js');
const ownVariables = Object.keys(process.env).filter((name) => name.startsWith('NACD_'));
const bare = Object.fromEntries(ownVariables.map((name) => [name, undefined]));

/** Starts node. `nacd` has the variables of a run with the preload; undefined is a plain run. Children do the same. */
export async function start(args, { nacd, cwd = root, env = {}, timeout = 300_000 } = {}) {
  const loaded = nacd && { NACD_QUIET: '1', ...nacd, NODE_OPTIONS: `-r ${JSON.stringify(preload)}` };
  return metered([process.execPath, ...args], { cwd, env: { ...process.env, ...bare, ...env, ...loaded }, timeout });
}

/** Resolves to the number that the program printed. */
export async function number(args, options) {
  const { code, stdout, stderr } = await start(args, options);
  const value = Number(stdout);
  if (code !== 0 || !(value > 0)) throw new Error(`${args.join(' ')}: exit status ${code}\n${stdout}${stderr}`);
  return value;
}
