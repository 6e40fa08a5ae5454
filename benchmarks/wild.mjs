#!/usr/bin/env node
// Runs the test suites of real open-source projects: plainly, then as a campaign, and minimizes each failure. Prints a
// table and keeps a folder of evidence for each project. It may be stopped and goes on. See wild/README.md.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf, outputFolder, refuse } from './harness/command-line.mjs';
import { startServices } from './harness/services.mjs';
import { examine, examineCost } from './wild/examine.mjs';
import { checkout } from './wild/checkout.mjs';
import { table } from './wild/table.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const USAGE = `node benchmarks/wild.mjs [OPTIONS]
  --from DIR      folder with clones: DIR/NAME, DIR/OWNER/NAME or DIR/OWNER+NAME/repo; without it they are cloned
  --only NAMES    only these projects, with commas
  --quick         three small projects, with 5 runs
  --runs N        runs of each campaign (20)
  --plain N       plain runs before it (3)
  --pairs N       pairs of a run without and a run with delays, for the cost (3)
  --cost          only these pairs
  --time SEC      limit of each campaign (1200)
  --minimize SEC  limit of minimize, for each failure (300)
  --most N        minimize at most N failures of each project (10)
  --again         examine projects again that have a result
  --out DIR       folder of the evidence (.cache/wild here)
  --list          only print the projects`;

const quick = ['express-session', 'fastq', 'follow-redirects'];

function read() {
  const values = optionsOf({
    from: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    runs: { type: 'string' },
    plain: { type: 'string', default: '3' },
    pairs: { type: 'string', default: '3' },
    cost: { type: 'boolean', default: false },
    time: { type: 'string', default: '1200' },
    minimize: { type: 'string', default: '300' },
    most: { type: 'string', default: '10' },
    again: { type: 'boolean', default: false },
    out: { type: 'string', default: here('.cache/wild') },
    list: { type: 'boolean', default: false },
  }, USAGE);
  values.out = path.resolve(values.out); // commands run in the projects' folders
  values.runs ??= values.quick ? '5' : '20';
  for (const name of ['runs', 'plain', 'pairs', 'time', 'minimize', 'most']) {
    const least = name === 'most' ? 0 : 1;
    if (!/^\d+$/.test(values[name]) || Number(values[name]) < least) {
      refuse(`--${name} ${values[name]}: a whole number from ${least} is needed`);
    }
    values[name] = Number(values[name]);
  }
  return values;
}

function choose({ only, quick: isQuick }) {
  const all = JSON.parse(fs.readFileSync(here('wild/projects.json'), 'utf8'));
  const names = only?.split(',') ?? (isQuick ? quick : all.map(({ name }) => name));
  const unknown = names.find((name) => !all.some((project) => project.name === name));
  if (unknown !== undefined) refuse(`--only ${unknown}: the projects are ${all.map(({ name }) => name).join(', ')}`);
  return names.map((name) => all.find((project) => project.name === name));
}

async function examineWithServices(project, folder, options) {
  const services = await startServices(new Set(project.services ?? []));
  const stop = () => services.stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    return await (options.cost ? examineCost : examine)(project, folder, { ...options, env: services.env });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop);
    await services.stop();
  }
}

const options = read();
const projects = choose(options);
if (options.list) {
  for (const { name, repository, runner } of projects) console.log(`${name}  ${repository}  ${runner}`);
  process.exit(0);
}
outputFolder('out', options.out);

const results = [];
for (const project of projects) {
  const folder = path.join(options.out, project.name);
  const file = path.join(folder, options.cost ? 'cost.json' : 'result.json');
  if (!options.again && fs.existsSync(file)) {
    results.push(JSON.parse(fs.readFileSync(file, 'utf8')));
    continue;
  }
  fs.mkdirSync(folder, { recursive: true });
  process.stderr.write(`${project.name}: `);
  const source = await checkout(project, path.join(folder, 'source'), options);
  const examined = source.failed ? { stopped: source.failed } : await examineWithServices(project, folder, options);
  const result = { name: project.name, commit: project.commit, runner: project.runner, ...examined };
  // Renamed last: a result that is there is whole.
  fs.writeFileSync(`${file}.part`, `${JSON.stringify(result, null, 2)}\n`);
  fs.renameSync(`${file}.part`, file);
  process.stderr.write(`${result.stopped ?? `${result.failures.length} failures`}\n`);
  results.push(result);
}
const text = table(results);
fs.writeFileSync(path.join(options.out, 'table.md'), text);
console.log(text);
process.exitCode = results.some(({ stopped }) => stopped) ? 1 : 0;
