'use strict';
// Runs a command, such as a whole test suite, with gates. The tests that `nacd minimize --as-test` writes use it.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

const { UserError } = require('../errors/index.js');
const { preloadVariables, withoutRunner } = require('../process/environment.js');
const { LONGEST_SECONDS } = require('../process/patience.js');
const { runCommand } = require('../process/run-command.js');
const { parseGates } = require('../files/gates.js');
const { nearest } = require('./reports.js');
const { GateError } = require('./sets.js');

const NO_COMMAND = 'nacd: gates: the command must be an array of strings, such as ["npm", "test"]';
const PRELOAD = path.join(__dirname, '..', 'preload', 'start.js');
const SHOWN = 4000; // characters of the command's output in an error

function environmentOf(folder, { env = process.env, engine, clock, strategy }) {
  const { NODE_OPTIONS, ...rest } = withoutRunner(env);
  const chosen = { NACD_ENGINE: engine, NACD_CLOCK: clock, NACD_STRATEGY: strategy };
  const more = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return {
    ...rest, ...Object.fromEntries(more), ...preloadVariables(PRELOAD, NODE_OPTIONS), NACD_MODE: 'replay',
    NACD_SCHEDULE: path.join(folder, 'schedule.json'), NACD_GATES_OUT: folder, NACD_QUIET: '1',
    NACD_RUN_MARKER: path.basename(folder),
  };
}

// Ends all processes that the command started, also after an abort.
async function start(command, { folder, signal, ...spec }) {
  const ended = await runCommand({ ...spec, command, folder, signal, marker: path.basename(folder) });
  if (ended.reason === 'interrupted') throw signal.reason;
  const output = ['stdout', 'stderr'].map((name) => fs.readFileSync(path.join(folder, name), 'utf8')).join('');
  return { ...ended, output };
}

function readReports(folder) {
  const names = fs.readdirSync(folder).filter((name) => /^[0-9]+-[0-9]+\.json$/.test(name));
  return names.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));
}

// Counts what several processes have done alike once.
function together(seen) {
  const known = new Map();
  for (const one of seen) {
    const key = [one.api, one.phase, one.site].join(' ');
    known.set(key, { ...one, count: one.count + (known.get(key)?.count ?? 0) });
  }
  return [...known.values()];
}

// The gates are about one process of the command. It is enough if one of all its processes reaches a gate.
function problemOf(reports, gates) {
  const problems = reports.flatMap((report) => report.problems);
  if (problems.length > 0) return problems.join('\n');
  if (reports.some(({ met }) => met > 0)) return undefined;
  const [location] = parseGates(gates).flatMap((entry) => entry.gates).flatMap(({ where }) => where);
  const seen = together(reports.flatMap((report) => report.seen));
  return ['nacd: no process reached any of the gates', `  no operation matched ${location.text}; nearest operations that occurred:`,
    ...nearest(location, seen)].join('\n');
}

function check({ code, signal, reason, output }, problem, timeout) {
  if (reason) throw new Error(`did not end within ${timeout} s, so it was ended:\n${output.slice(-SHOWN)}`);
  if (code !== 0) throw new Error(`failed with ${signal ?? `status ${code}`}:\n${output.slice(-SHOWN)}`);
  if (problem) throw new GateError(problem);
}

/**
 * Runs `command`, an array of strings, with `gates` and `delays` (entries as in a schedule file) in each Node.js
 * process that it starts. Resolves to undefined. Rejects with an Error if the command fails or takes longer than
 * `timeout` seconds, with a GateError if there are gates and no process reached one, or on a deadlock, and with a
 * UserError if an argument is not valid. Within a run of nacd's own, such as the one that this makes, it resolves at
 * once: the command is often the suite that this test belongs to.
 */
async function runGated(command, about) {
  const { gates = [], delays = [], cwd = process.cwd(), timeout = LONGEST_SECONDS, ...options } = about;
  if (!Array.isArray(command) || command.length === 0) throw new UserError(NO_COMMAND);
  parseGates(gates);
  if (process.env.NACD_RUN_MARKER !== undefined) return;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-gates-'));
  try {
    fs.writeFileSync(path.join(folder, 'schedule.json'), JSON.stringify({ format: 1, delays, gates }));
    const where = cwd instanceof URL ? fileURLToPath(cwd) : cwd;
    const env = environmentOf(folder, options);
    const ended = await start(command, { folder, cwd: where, env, timeout, signal: options.signal });
    check(ended, gates.length > 0 ? problemOf(readReports(folder), gates) : undefined, timeout);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = { runGated };
