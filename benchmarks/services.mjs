// npm run bench:services: races over services that nacd proves from sequential traffic, and their fixes, on which it
// must stay silent. The system is benchmarks/services/shop, the cases are benchmarks/services/cases.cjs. Starts
// PostgreSQL and Redis by itself, and MariaDB and RabbitMQ where they are installed.
//   --only NAME[,NAME]  only these     --kind race|fixed  only the races, or only the fixes
//   --all  tries all candidates of a case, also when its race is proved     --keep  keeps the folder of each run
//   --markdown  a table for docs     --pruning  only counts the pairs that are ruled out
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';

const require = createRequire(import.meta.url);
const { startShop } = require('./services/databases.cjs');
const cases = require('./services/cases.cjs');
const { pruningOf } = require('./services/pruning.cjs');
const traffic = require('./services/traffic.cjs');
const { readRecorded } = require('../lib/requests/record/record.js');

const BUDGET_S = 180; // of all proofs of a case
const POLL_MS = 300;
const here = path.dirname(fileURLToPath(import.meta.url));
const nacd = path.join(here, '..', 'lib', 'cli', 'main.js');

const { values: options } = parseArgs({ options: {
  only: { type: 'string' }, kind: { type: 'string' }, all: { type: 'boolean' }, keep: { type: 'boolean' },
  markdown: { type: 'boolean' }, pruning: { type: 'boolean' },
} });
const only = options.only?.split(',');
const kinds = options.kind?.split(',') ?? ['race', 'fixed'];

const sorted = (list) => JSON.stringify([...list].sort());
const isExpected = ({ pair, loss, within }) => (race) => race.within === within &&
  sorted(Object.values(race.handlers)) === sorted(pair) && loss.includes(race.loss.kind);

function racesIn(cwd) {
  const failures = path.join(cwd, '.nacd', 'failures');
  if (!existsSync(failures)) return [];
  return readdirSync(failures).filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(failures, name), 'utf8')).race);
}

function readReport(cwd) {
  const file = path.join(cwd, '.nacd', 'requests.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const COMMAND = ['--serve', 'node shop/start.cjs', '--traffic', 'traffic.json', '--reset', 'node shop/reset.cjs'];

// A case is done when its race is proved; of a fix all candidates are tried.
async function find(one, isFixed, { cwd, env }) {
  const narrowed = isFixed || options.all ? [] : ['--handlers', one.within ?? one.pair[1]];
  const args = [nacd, 'requests', 'run', ...COMMAND, ...narrowed, '--budget', String(BUDGET_S), '--limit', '15'];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { output += text; });
  const timer = setInterval(() => {
    if (isFixed || options.all || !racesIn(cwd).some(isExpected(one))) return;
    clearInterval(timer);
    child.kill('SIGINT');
  }, POLL_MS);
  const [status] = await once(child, 'close');
  clearInterval(timer);
  if (options.keep) process.stderr.write(`${cwd}\n${output}\n`);
  const report = readReport(cwd);
  if (!report) throw new Error(`${one.name}: status ${status}\n${output}`);
  return report;
}

function projectOf(shop, traffic) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  symlinkSync(path.join(shop.packages, 'node_modules'), path.join(cwd, 'node_modules'));
  cpSync(path.join(here, 'services', 'shop'), path.join(cwd, 'shop'), { recursive: true });
  writeFileSync(path.join(cwd, 'traffic.json'), JSON.stringify(traffic));
  return cwd;
}

function pruningText({ pairs, instance, flow }) {
  const share = Math.round(100 * (instance + flow) / pairs);
  return `  ${pairs} pairs in services use tables of one name (ruled out: ${instance} by store, row and column, ` +
    `${flow} by flow: ${share} %)\n`;
}

// Resolves to what `record` and `find` print for `traffic` to all services, and how many pairs are ruled out.
async function ruledOut(shop, traffic) {
  const cwd = projectOf(shop, traffic);
  const env = { ...process.env, ...shop.env, NODE_OPTIONS: '' };
  const run = (...args) => spawnSync(process.execPath, [nacd, 'requests', ...args], { cwd, env, encoding: 'utf8' });
  try {
    const { stdout, stderr } = run('record', ...COMMAND);
    const { stdout: found } = run('find');
    const { recordings } = await readRecorded({ out: path.join(cwd, '.nacd') });
    const pruning = pruningOf(recordings);
    const counted = pruning?.pairs > 0 ? pruningText(pruning) : '';
    return `${stdout}${stderr}${counted}${found.split('\n').filter((line) => /^\d+ pairs? of/.test(line)).join('\n')}`;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function allRuledOut(shop) {
  const ofPaper = cases.filter(({ needs, within }) => needs === undefined && within === undefined);
  const ofCases = await ruledOut(shop, ofPaper.flatMap((one) => one.traffic));
  return `traffic of four clients (benchmarks/services/traffic.cjs)\n${await ruledOut(shop, traffic)}\n` +
    `traffic of the cases, which use a few rows\n${ofCases}`;
}

async function measure(one, isFixed, shop) {
  const cwd = projectOf(shop, one.traffic);
  const env = {
    ...process.env, ...shop.env, NODE_OPTIONS: '', SERVICES: one.services.join(','), FIXED: isFixed ? '1' : '',
  };
  const began = performance.now();
  try {
    const report = await find(one, isFixed, { cwd, env });
    return { ...report, seconds: (performance.now() - began) / 1000 };
  } finally {
    if (!options.keep) rmSync(cwd, { recursive: true, force: true });
  }
}

function verdictOf(one, isFixed, { races, others, left }) {
  if (isFixed) return races.length === 0 ? 'silent' : `FALSE ALARM: ${races[0].title}`;
  const race = races.find(isExpected(one));
  if (race) return race.title;
  const other = races[0]?.title ?? others.map(({ verdict, reason }) => reason ?? verdict).join(', ');
  return `NOT PROVED (${other}${left > 0 ? `, ${left} left` : ''})`;
}

function rowOf(one, isFixed, report) {
  const { pairs } = report.found;
  return [
    one.name, one.system, isFixed ? 'fixed' : 'race', 1 + one.services.length, pairs.conflicting, report.found.candidates,
    report.runs, report.seconds.toFixed(0), verdictOf(one, isFixed, report),
  ];
}

const HEAD = ['case', 'system', 'kind', 'services', 'pairs', 'candidates', 'runs', 's', 'result'];

function printed(rows) {
  if (options.markdown) return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const table = new Table({ head: HEAD, style: { head: [], border: [] } });
  table.push(...rows);
  return table.toString();
}

async function main() {
  const chosen = cases.filter(({ name }) => !only || only.includes(name));
  const shop = await startShop(options.pruning ? [] : chosen.map(({ needs }) => needs).filter(Boolean));
  const rows = [];
  const count = { race: 0, proved: 0, fixed: 0, silent: 0 };
  try {
    console.log(await allRuledOut(shop));
    if (options.pruning) return;
    for (const one of chosen) {
      if (shop.missing.includes(one.needs)) {
        console.log(`${one.name} left out: ${one.needs} is not installed`);
        continue;
      }
      for (const kind of kinds) {
        const isFixed = kind === 'fixed';
        const report = await measure(one, isFixed, shop);
        rows.push(rowOf(one, isFixed, report));
        count[kind]++;
        if (isFixed) count.silent += report.races.length === 0;
        else count.proved += report.races.some(isExpected(one));
        process.stderr.write(`${rows.at(-1).join('  ')}\n`);
      }
    }
  } finally {
    await shop.stop();
  }
  console.log(printed(rows));
  console.log(`proved ${count.proved} of ${count.race}, fixes silent ${count.silent} of ${count.fixed}`);
  process.exitCode = count.proved === count.race && count.silent === count.fixed ? 0 : 1;
}

await main();
