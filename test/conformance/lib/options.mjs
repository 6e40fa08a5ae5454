// The command line as data: one table gives the parser, the defaults and the help text.
import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const EXPECTED = fileURLToPath(new URL('../expected.json', import.meta.url));
const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const TABLE = {
  suite: { value: 'DIR', help: "folder with Node's test suite (test/ itself, or the folder above it)", required: true },
  node: { value: 'BIN', help: 'node binary under test', default: process.execPath },
  preload: { value: 'PATH', help: 'what -r loads under a mode', default: PACKAGE_ROOT },
  mode: { value: 'A,B', help: 'never, random, always, empty (an empty preload: control)', default: 'never,random' },
  env: { value: 'NAME=VALUE', help: 'further variable for the runs under a mode (repeatable)', multiple: true },
  'node-options': { help: 'preload child processes too, through NODE_OPTIONS' },
  runs: { value: 'N', help: 'runs of each test and mode; run i gets seed S + i', number: true, default: '1' },
  seed: { value: 'S', help: 'NACD_SEED of the first run', number: true, default: '1' },
  retries: { value: 'N', help: 'repeats of a failure, plain and in the mode', number: true, default: '2' },
  filter: { value: 'PATTERN', help: 'glob (parallel/test-fs-*), /regex/, or part of the path' },
  tests: { value: 'FILE', help: 'only these: a list, one path a line, or a result (its differing tests)' },
  folders: { value: 'A,B', help: 'folders of the suite, instead of the usual ones' },
  sample: { value: 'N', help: 'only N of the tests that pass plainly', number: true },
  'sample-seed': { value: 'S', help: 'which sample', default: '1' },
  jobs: { value: 'J', help: 'tests at once (those of sequential/ always run alone)', number: true, default: '2' },
  timeout: { value: 'SEC', help: 'kill a test after so many seconds', number: true, default: '60' },
  out: { value: 'FILE', help: 'write the result as JSON' },
  baseline: { value: 'FILE', help: 'an earlier result: tell what is new and what is mended' },
  expected: { value: 'FILE', help: 'explained failures', default: EXPECTED },
  cache: { value: 'DIR', help: 'where plain results are kept', default: path.join(tmpdir(), 'nacd-conformance-cache') },
  'plain-only': { help: 'fill the cache and stop' },
  refresh: { help: 'forget the cached plain results of the selected tests' },
  help: { help: 'this text' },
};

export class UsageError extends Error {}

export function usage() {
  const lines = Object.entries(TABLE).map(([name, { value = '', help, default: preset }]) => {
    const left = `  --${name} ${value}`.padEnd(24);
    return `${left} ${help}${preset === undefined ? '' : ` [${preset}]`}`;
  });
  return ['node test/conformance/run.mjs --suite DIR [options]', ...lines].join('\n');
}

/** Turns the command line into an options object with camel-case names; throws UsageError. */
export function parseOptions(argv) {
  const values = parse(argv);
  if (values.help) return { help: true };
  const options = {};
  for (const [name, spec] of Object.entries(TABLE)) {
    const raw = values[name] ?? spec.default;
    if (raw === undefined && spec.required) throw new UsageError(`--${name} is missing`);
    options[camel(name)] = spec.number && raw !== undefined ? wholeNumber(name, raw) : raw;
  }
  return resolve(options);
}

function parse(argv) {
  const options = {};
  for (const [name, { value, multiple }] of Object.entries(TABLE))
    options[name] = { type: value ? 'string' : 'boolean', multiple: multiple ?? false };
  try {
    return parseArgs({ args: argv, options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function resolve(options) {
  return {
    ...options,
    suite: suiteFolder(options.suite),
    node: existing('node', options.node),
    preload: path.resolve(options.preload),
    mode: list(options.mode),
    folders: options.folders && list(options.folders),
    env: Object.fromEntries((options.env ?? []).map(assignment)),
    timeout: options.timeout * 1000,
    jobs: Math.max(1, options.jobs),
  };
}

function suiteFolder(given) {
  const folder = existing('suite', given);
  const inner = path.join(folder, 'test');
  const suite = existsSync(path.join(inner, 'common')) ? inner : folder;
  if (!existsSync(path.join(suite, 'common')))
    throw new UsageError(`--suite ${given}: there is no common/ folder in it, so it is not Node's test suite`);
  return suite;
}

function existing(name, given) {
  if (!existsSync(given)) throw new UsageError(`--${name} ${given}: no such file or folder`);
  return realpathSync(given);
}

function wholeNumber(name, raw) {
  if (!/^\d+$/.test(raw)) throw new UsageError(`--${name} ${raw}: a whole number is needed`);
  return Number(raw);
}

function assignment(text) {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--env ${text}: NAME=VALUE is needed`);
  return [text.slice(0, at), text.slice(at + 1)];
}

const list = (text) => text.split(',').map((item) => item.trim()).filter(Boolean);
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
