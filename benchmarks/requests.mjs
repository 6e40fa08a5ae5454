// npm run bench:requests: request races that nacd proves from sequential traffic, and controls on which it must stay
// silent. Each is a file of benchmarks/requests (README.md). Starts PostgreSQL and Redis by itself.
//   --only NAME[,NAME]  only these     --no-peer  without firing pairs at once
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';

const require = createRequire(import.meta.url);
const { installed } = require('../test/support/installed.js');
const { startServices } = require('../test/support/services.js');

const PACKAGES = { express: '5.3.0', pg: '8.23.1', ioredis: '6.0.0' };
const TIMES = 50; // that a pair is fired at once
const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(here, 'requests');
const nacd = path.join(here, '..', 'lib', 'cli', 'main.js');

const { values: options } = parseArgs({ options: { only: { type: 'string' }, 'no-peer': { type: 'boolean' } } });
const only = options.only?.split(',');

function programs(kind) {
  return readdirSync(path.join(folder, kind)).filter((name) => name.endsWith('.cjs')).map((file) => ({
    kind, file, name: file.replace('.cjs', ''), ...require(path.join(folder, kind, file)),
  })).filter(({ name }) => !only || only.includes(name));
}

function readReport(cwd) {
  try {
    return JSON.parse(readFileSync(path.join(cwd, '.nacd', 'requests.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function measure(program, packages, env) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  const run = (args) => spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', timeout: 600_000 });
  try {
    symlinkSync(path.join(packages, 'node_modules'), path.join(cwd, 'node_modules'));
    cpSync(path.join(folder, program.kind), cwd, { recursive: true });
    cpSync(path.join(folder, 'suite.cjs'), path.join(cwd, 'suite.cjs'));
    const { status, stdout, stderr } = run([nacd, 'requests', 'run', '--', 'node', 'suite.cjs', program.file]);
    const report = readReport(cwd);
    if (!report) throw new Error(`${program.name}: status ${status}\n${stdout}${stderr}`);
    const fires = program.harm && !options['no-peer'];
    const peer = fires ? Number(run(['suite.cjs', program.file, String(TIMES)]).stdout) : undefined;
    return { ...report, peer };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const verdicts = (counts) => Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`).join(', ') || 'no candidate';

// A subject is found if one of its races has a loss that the subject names.
function isRight({ kind, loss }, { races }) {
  return kind === 'controls' ? races.length === 0 : races.some((race) => loss.includes(race.loss.kind));
}

function rowOf(program, report) {
  const { races, counts, runs, ms, found, peer } = report;
  const losses = [...new Set(races.map((race) => race.loss.kind))].join(', ');
  return [
    program.name, program.about, isRight(program, report) ? 'yes' : 'NO', losses || verdicts(counts), found.pairs.conflicting,
    found.candidates, runs, (ms / 1000).toFixed(1), peer === undefined ? '' : `${peer} of ${TIMES}`,
  ];
}

async function main() {
  const packages = installed('requests-bench', PACKAGES);
  const services = await startServices('postgres', 'redis');
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: services.urls.postgres, REDIS_URL: services.urls.redis };
  let wrong = 0;
  try {
    for (const kind of ['subjects', 'controls']) {
      const head = ['name', kind === 'subjects' ? 'what is lost' : 'what protects it', 'right', 'result', 'pairs', 'candidates', 'runs', 's', 'fired'];
      const table = new Table({ head, style: { head: [], border: [] } });
      for (const program of programs(kind)) {
        const report = measure(program, packages, env);
        const row = rowOf(program, report);
        if (row[2] === 'NO') wrong++;
        process.stderr.write(`${row.join('  ')}\n`);
        table.push(row);
      }
      console.log(table.toString());
    }
  } finally {
    await services.stop();
  }
  process.exitCode = wrong > 0 ? 1 : 0;
}

await main();
