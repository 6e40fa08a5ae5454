// npm run layers: checks imports between folders (scripts/layers.json says which are allowed), that names in comments
// and docs exist, and how comments begin.
// node scripts/layers.mjs [--only edges|names|prose] [DIR]: one rule; another tree.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { edgeFaults } from './layers/edges.mjs';
import { mentionFaults } from './layers/mentions.mjs';
import { proseFaults } from './layers/prose.mjs';
import { Tree } from './layers/tree.mjs';
import { Failure, main, root } from './lib/run.mjs';

const RULES = { edges: edgeFaults, names: mentionFaults, prose: proseFaults };

function usage(why) {
  const failure = new Failure(`${why}. Usage: node scripts/layers.mjs [--only ${Object.keys(RULES).join('|')}] [DIR]`);
  return Object.assign(failure, { status: 2 });
}

function read(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { only: { type: 'string' } } });
  } catch (error) {
    throw usage(error.message);
  }
  const { only } = parsed.values;
  const [folder = root, ...more] = parsed.positionals;
  if (more.length > 0) throw usage('More than one folder');
  if (only !== undefined && !Object.hasOwn(RULES, only)) throw usage(`${only} is no rule`);
  if (!fs.existsSync(path.join(folder, 'scripts', 'layers.json'))) throw usage(`${folder} has no scripts/layers.json`);
  return { folder, only };
}

main(() => {
  const { folder, only } = read(process.argv.slice(2));
  const tree = new Tree(folder);
  const data = JSON.parse(tree.read('scripts/layers.json'));
  const counts = (only ? [only] : data.rules).map((rule) => {
    const faults = RULES[rule](tree, data);
    for (const fault of faults) console.log(`${fault} [${rule}]`);
    return `${faults.length} of ${rule}`;
  });
  if (counts.some((count) => !count.startsWith('0 '))) throw new Failure(`faults: ${counts.join(', ')}`);
});
