// Lists the programs: each race, its fixed version if there is one, and the race-free programs (ok-*).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function findPrograms({ benchmarks, only, list }) {
  const races = path.join(benchmarks, 'races');
  const names = readdirSync(races, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  for (const name of only) if (!names.includes(name)) throw new Error(`--only ${name}: there is no such race`);
  const programs = names.filter((name) => !only.length || only.includes(name)).flatMap((name) => read(races, name));
  if (list) {
    for (const { label } of programs) console.log(label);
    process.exit(0);
  }
  return programs;
}

function read(races, name) {
  const source = path.join(races, name);
  const meta = JSON.parse(readFileSync(path.join(source, 'race.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const file = existsSync(path.join(source, 'race.mjs')) ? 'race.mjs' : 'race.js';
  const program = { name, label: name, source, meta, file, manifest, racy: !name.startsWith('ok-') };
  if (!meta.fixed) return [program];
  const fixed = { ...manifest, ...meta.fixed };
  return [program, { ...program, label: `${name}@fixed`, manifest: fixed, racy: false }];
}
