// npm run bench:requests: request races that nacd proves from sequential traffic, and controls on which it must stay
// silent. Each is a file of benchmarks/requests (README.md). Starts PostgreSQL, MariaDB and Redis by itself.
//   --only NAME[,NAME]  only these     --kind KIND[,KIND]  only these folders, "fixed" too
//   --no-peer  without firing pairs at once     --keep  keeps the folder of each run and tells it
//   --all  tries all candidates of a subject, also when its race is proved
//   --list  installs the packages only     --markdown  tables for lab/benchmarks.md
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';

const require = createRequire(import.meta.url);
const { installed } = require('../test/support/installed.js');
const { startServices } = require('../test/support/services.js');

const OWN_PACKAGES = { express: '5.3.0', pg: '8.23.1', ioredis: '6.0.0' };
const TIMES = 50; // that a pair is fired at once
const BUDGET_S = { published: 900, subjects: 900, fixed: 60, controls: 60 }; // of all proofs of a program
const POLL_MS = 300;
const KINDS = ['published', 'subjects', 'fixed', 'controls'];
const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(here, 'requests');
const nacd = path.join(here, '..', 'lib', 'cli', 'main.js');

const { values: options } = parseArgs({ options: {
  only: { type: 'string' }, kind: { type: 'string' }, 'no-peer': { type: 'boolean' }, keep: { type: 'boolean' },
  list: { type: 'boolean' }, all: { type: 'boolean' }, markdown: { type: 'boolean' },
} });
const only = options.only?.split(',');
const kinds = options.kind?.split(',') ?? KINDS;

const versionsOf = (packages = {}) => Object.entries(packages).map(([name, version]) => `${name} ${version}`).join(', ');

// The fixed version of a published race is a control.
function programs(kind) {
  const from = kind === 'fixed' ? 'published' : kind;
  return readdirSync(path.join(folder, from)).filter((name) => name.endsWith('.cjs')).map((file) => {
    const program = require(path.join(folder, from, file));
    const name = file.replace('.cjs', '');
    if (kind !== 'fixed') return { ...program, kind, from, file, name };
    const { packages, fixed } = program;
    const about = versionsOf(fixed?.packages);
    const own = { kind, from, file, name, packages: { ...packages, ...fixed?.packages } };
    return fixed && { ...program, about, ...fixed, ...own };
  }).filter((program) => program && (!only || only.includes(program.name)));
}

const isControl = ({ kind }) => kind === 'fixed' || kind === 'controls';

const folderName = ({ kind, name, packages, fixed }) => (!packages ? 'requests-bench' : `requests-${name}${kind === 'fixed' && fixed.packages ? '-fixed' : ''}`);

function packagesOf(program) {
  const packages = installed(folderName(program), program.packages ?? OWN_PACKAGES);
  program.prepare?.(packages);
  return packages;
}

function readReport(cwd) {
  try {
    return JSON.parse(readFileSync(path.join(cwd, '.nacd', 'requests.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

// Copies the program beside its packages, as a project is.
function projectOf(program) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  symlinkSync(path.join(packagesOf(program), 'node_modules'), path.join(cwd, 'node_modules'));
  cpSync(path.join(folder, program.from), cwd, { recursive: true });
  cpSync(path.join(folder, 'suite.cjs'), path.join(cwd, 'suite.cjs'));
  return cwd;
}

function firedOften(program, run) {
  if (!program.harm || isControl(program) || options['no-peer']) return undefined;
  const { stdout, stderr } = run(['suite.cjs', program.file, String(TIMES)]);
  const [, count] = /^harmed (\d+)$/m.exec(stdout) ?? [];
  if (count === undefined) throw new Error(`${program.name}: the pair cannot be fired\n${stdout}${stderr}`);
  return Number(count);
}

const racesIn = (cwd) => {
  const failures = path.join(cwd, '.nacd', 'failures');
  if (!existsSync(failures)) return [];
  return readdirSync(failures).filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(failures, name), 'utf8')).race);
};

// A subject is done when its race is proved; of a control all candidates are tried.
async function find(program, { cwd, env }) {
  const args = [nacd, 'requests', 'run', '--budget', String(BUDGET_S[program.kind]), '--', 'node', 'suite.cjs', program.file];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { output += text; });
  const timer = setInterval(() => {
    if (isControl(program) || options.all || !racesIn(cwd).some(isExpected(program))) return;
    clearInterval(timer);
    child.kill('SIGINT');
  }, POLL_MS);
  const [status] = await once(child, 'close');
  clearInterval(timer);
  const report = readReport(cwd);
  if (!report) throw new Error(`${program.name}: status ${status}\n${output}`);
  return report;
}

async function measure(program, services) {
  const cwd = projectOf(program);
  const env = { ...process.env, ...services, NODE_OPTIONS: '', FIXED: program.kind === 'fixed' ? '1' : '' };
  const run = (args) => spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', timeout: 900_000 });
  try {
    const report = await find(program, { cwd, env });
    return { ...report, peer: firedOften(program, run) };
  } finally {
    if (options.keep) process.stderr.write(`${cwd}\n`);
    else rmSync(cwd, { recursive: true, force: true });
  }
}

const verdicts = (counts) => Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`).join(', ') || 'no candidate';

const isExpected = ({ loss }) => (race) => loss.includes(race.loss.kind);

// A fixed version may have a race left in another handler.
const isKnown = ({ known = [] }) => ({ handlers }) => known.includes(handlers.A) && known.includes(handlers.B);

// A subject is found if one of its races has a loss that the subject names.
const isRight = (program, { races }) => (
  isControl(program) ? races.every(isKnown(program)) : races.some(isExpected(program)));

const HEADS = {
  published: ['name', 'issue', 'what is lost', 'proved', 'as', 'candidates', 'runs', 's', 'all runs', 'all s', 'fired'],
  subjects: ['name', 'what is lost', 'proved', 'as', 'candidates', 'runs', 's', 'all runs', 'all s', 'fired'],
  fixed: ['name', 'issue', 'what protects it', 'silent', 'result', 'candidates', 'left', 'all runs', 'all s'],
  controls: ['name', 'what protects it', 'silent', 'result', 'candidates', 'left', 'all runs', 'all s'],
};

const seconds = (ms) => (ms / 1000).toFixed(1);

function rowOf(program, report) {
  const { races, counts, runs, ms, found, peer } = report;
  const first = isControl(program) ? undefined : races.find(isExpected(program));
  const cells = {
    name: program.name, issue: program.issue ?? '', 'what is lost': program.about, 'what protects it': program.about,
    as: [...new Set(races.map((race) => race.loss.kind))].join(', ') || verdicts(counts), result: verdicts(counts),
    candidates: found.candidates, left: report.left,
    runs: first?.runs ?? '', s: first ? seconds(first.ms) : '', 'all runs': runs, 'all s': seconds(ms),
    fired: peer === undefined ? '' : `${peer} of ${TIMES}`,
  };
  cells.proved = cells.silent = isRight(program, report) ? 'yes' : 'NO';
  return HEADS[program.kind].map((name) => cells[name]);
}

function failedRow({ kind, name }, error) {
  process.stderr.write(`${error.message.slice(0, 3000)}\n`);
  return HEADS[kind].map((head) => (head === 'name' ? name : head === 'proved' || head === 'silent' ? 'NO' : ''));
}

function shown(head, rows) {
  if (options.markdown) return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const table = new Table({ head, style: { head: [], border: [] } });
  table.push(...rows);
  return table.toString();
}

async function measured(program, services) {
  try {
    return rowOf(program, await measure(program, services));
  } catch (error) {
    return failedRow(program, error);
  }
}

async function main() {
  const chosen = kinds.map((kind) => [kind, programs(kind)]).filter(([, list]) => list.length > 0);
  for (const [, list] of chosen) for (const program of list) packagesOf(program);
  if (options.list) return;
  const { urls, stop } = await startServices('postgres', 'redis', 'mariadb');
  const services = { DATABASE_URL: urls.postgres, REDIS_URL: urls.redis, MYSQL_URL: urls.mariadb };
  let wrong = 0;
  try {
    for (const [kind, list] of chosen) {
      const rows = [];
      for (const program of list) {
        const row = await measured(program, services);
        if (row.includes('NO')) wrong++;
        process.stderr.write(`${row.join('  ')}\n`);
        rows.push(row);
      }
      console.log(shown(HEADS[kind], rows));
    }
  } finally {
    await stop();
  }
  process.exitCode = wrong > 0 ? 1 : 0;
}

await main();
