// Runs Node's own test suite plainly and under nacd-native, and reports what differs. See README.md.
import { writeFileSync } from 'node:fs';
import { parseOptions, usage, UsageError } from './lib/options.mjs';
import { listTests } from './lib/suite.mjs';
import { Executor } from './lib/execute.mjs';
import { PlainCache } from './lib/plain-cache.mjs';
import { plainOutcomes, samplePassing } from './lib/plain.mjs';
import { nameFilter, namesFrom } from './lib/select.mjs';
import { runMode } from './lib/mode.mjs';
import { checkPreload, nodeVersion } from './lib/preflight.mjs';
import { installed } from './lib/installed.mjs';
import { explain, loadExpected } from './lib/expected.mjs';
import { compare, countBy, modeSummary, readBaseline, text } from './lib/report.mjs';
import { progressTo } from './lib/progress.mjs';

async function main(argv) {
  const options = parseOptions(argv);
  if (options.help) return print(usage());
  const expected = loadExpected(options.expected);
  const baseline = options.baseline && readBaseline(options.baseline);
  const context = createContext(options);
  try {
    checkPreload({ ...options, preload: context.preload });
    const result = await conformance(options, context, expected);
    if (baseline) result.changes = compare(result, baseline);
    if (options.out) writeFileSync(options.out, `${JSON.stringify(result, null, 2)}\n`);
    print(text(result));
    process.exitCode = exitCode(result);
  } finally {
    context.executor.close();
  }
}

function createContext(options) {
  const version = nodeVersion(options.node);
  const executor = new Executor(options);
  const preload = installed(options.preload, executor.root);
  const cache = new PlainCache(options.cache, { suite: options.suite, node: options.node, version });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => executor.interrupt());
  return { version, executor, preload, cache, jobs: options.jobs, progress: progressTo(process.stderr) };
}

async function conformance(options, context, expected) {
  const started = Date.now();
  const { tests, skipped } = select(options);
  if (options.refresh) context.cache.forget(tests);
  const { outcomes, passing } = await plain(tests, options, context);
  const result = {
    format: 1,
    suite: options.suite,
    node: { path: options.node, version: context.version },
    preload: options.preload,
    env: options.env,
    seed: options.seed,
    plain: { selected: outcomes.size, skippedByStatusFile: skipped, outcomes: countBy([...outcomes.values()]) },
    tests: passing.map(({ name }) => name),
    modes: {},
  };
  for (const mode of options.plainOnly ? [] : options.mode) {
    const run = await runMode(mode, passing, { ...options, preload: context.preload }, context);
    result.modes[mode] = modeSummary({ ...run, ...explain(run, passing, expected) });
  }
  if (context.executor.interrupted) result.interrupted = true;
  return { ...result, minutes: Math.round((Date.now() - started) / 6000) / 10 };
}

function select(options) {
  const matches = nameFilter(options.filter);
  const names = options.tests && namesFrom(options.tests);
  const { tests, skipped } = listTests(options.suite, options.folders);
  const selected = tests.filter(({ name }) => matches(name) && (!names || names.has(name)));
  if (selected.length === 0) throw new UsageError('no test of the suite matches');
  return { tests: selected, skipped: skipped.length };
}

async function plain(tests, { sample, sampleSeed }, context) {
  if (sample !== undefined) return samplePassing(tests, sample, sampleSeed, context);
  const outcomes = await plainOutcomes(tests, context);
  return { outcomes, passing: tests.filter(({ name }) => outcomes.get(name) === 'pass') };
}

function exitCode(result) {
  if (result.interrupted) return 130;
  return failed(result) ? 1 : 0;
}

// With a baseline only what is new counts; else whatever expected.json does not explain.
function failed({ modes, changes }) {
  if (changes) return Object.values(changes).some(({ worse }) => worse.length > 0);
  return Object.values(modes).some(({ differing }) => differing.some(({ explained }) => !explained));
}

const print = (message) => process.stdout.write(`${message}\n`);

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`conformance: ${error instanceof UsageError ? error.message : error.stack}\n`);
  process.exitCode = 2;
});
