'use strict';
// Runs a program of fixtures/ on plain Node and under nacd-native, and reads what it printed and what was traced.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { isDeepStrictEqual } = require('node:util');
const { temporaryFolder } = require('../../support/package.js');

const root = path.join(__dirname, '..', '..', '..');
// The package under test: this one, or another build of it.
const PACKAGE = process.env.NACD_TEST_PACKAGE ?? root;
const fixture = (name) => path.join(root, 'test', 'fixtures', 'hooks', name);

const MIN_DELAY = 20;
const MAX_DELAY = 25;
// The hooks are what is tested here, so it is they that delay; the loop engine has tests of its own (test/src/loop).
const SETTINGS = {
  NACD_ENGINE: 'api', NACD_SEED: '1', NACD_QUIET: '1', NACD_MIN_DELAY: String(MIN_DELAY), NACD_MAX_DELAY: String(MAX_DELAY),
};

// The environment of a user's shell: nothing of ours, and nothing of the test runner that runs us.
function environment(extra) {
  const own = /^(?:NACD_.*|NODE_OPTIONS|NODE_TEST_CONTEXT|NODE_ENV|FORCE_COLOR)$/;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(inherited), ...extra };
}

/** Runs a command. Returns {status, signal, stdout, stderr}. */
function execute(command, args, { env, cwd, input = '', timeout = 60_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment(env), timeout, killSignal: 'SIGKILL' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
    child.stdin.on('error', () => {}); // a program that does not read its input
    child.stdin.end(input);
    child.on('error', reject).on('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}

const linesOf = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));

/** Returns what the processes and threads of a run have traced: [{header, operations}], each operation with `ran`. */
function readTraces(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).sort().map((file) => {
    const [header, ...lines] = linesOf(fs.readFileSync(path.join(folder, file), 'utf8'));
    const operations = lines.filter((line) => line.type === undefined);
    for (const { type, name, phase, t } of lines) {
      if (type !== 'run') continue;
      const operation = operations.find((one) => one.name === name && one.phase === phase && one.ran === undefined);
      if (operation) operation.ran = t;
    }
    return { file: path.join(folder, file), header, lines, operations };
  });
}

/** Runs a fixture. `mode`: plain, or a NACD_MODE. Returns what execute() does, and the `operations` of all traces. */
async function run(t, name, { mode = 'always', trace = true, flags = [], args = [], env = {}, ...options } = {}) {
  const folder = path.join(temporaryFolder(t, 'nacd-hooks-'), 'trace');
  const settings = mode === 'plain' ? {} : { ...SETTINGS, NACD_MODE: mode, ...(trace && { NACD_TRACE: folder }) };
  const preload = mode === 'plain' ? [] : ['-r', PACKAGE];
  const result = await execute(process.execPath, [...preload, ...flags, fixture(name), ...args], {
    ...options,
    env: { ...settings, ...env },
  });
  const traces = readTraces(folder);
  return { ...result, traces, operations: traces.flatMap(({ operations }) => operations) };
}

// The lines of two results that differ, in short.
function difference(expected, actual) {
  const lines = (result) => JSON.stringify(result, null, 1).split(/\n|\\n/);
  const [were, are] = [lines(expected), lines(actual)];
  const missing = were.filter((line) => !are.includes(line)).map((line) => `- ${line}`);
  const added = are.filter((line) => !were.includes(line)).map((line) => `+ ${line}`);
  return [...missing.slice(0, 10), ...added.slice(0, 10)].map((line) => line.slice(0, 300)).join('\n') || 'another order of lines';
}

const told = ({ status, signal, stdout, stderr }) => ({ status, signal, stdout, stderr });

/**
 * Runs a fixture on plain Node, in mode never without and with a trace, and in mode always. All must tell the same;
 * `tell` picks what of a result that is. Returns {plain, never, watched, always}.
 */
async function inEveryMode(t, name, { tell = told, ...options } = {}) {
  const [plain, never, watched, always] = await Promise.all([
    run(t, name, { ...options, mode: 'plain' }),
    run(t, name, { ...options, mode: 'never', trace: false }),
    run(t, name, { ...options, mode: 'never' }),
    run(t, name, { ...options, mode: 'always' }),
  ]);
  const expected = tell(plain);
  for (const [mode, result] of Object.entries({ never, watched, always })) {
    const actual = tell(result);
    if (!isDeepStrictEqual(actual, expected)) assert.fail(`mode ${mode} tells something else:\n${difference(expected, actual)}`);
  }
  for (const { api, delay } of watched.operations) assert.equal(delay, undefined, `${api} is delayed in mode never`);
  return { plain, never, watched, always };
}

/**
 * Fails unless ops of `api` were delayed, each by what was decided. With `pauses`, some may come at once: where
 * a connection carries more than data (TLS, HTTP/2), what comes next is read late instead (docs/reference/model.md).
 * With `cut`, some may come before their time is over: what waits comes before the end of a thread.
 */
function assertDelayed(operations, api, { pauses = false, cut = false } = {}) {
  const found = operations.filter((operation) => operation.api === api && operation.delay !== undefined);
  const others = [...new Set(operations.map((operation) => operation.api))];
  assert.ok(found.length > 0, `no ${api} was delayed; traced: ${others.join(', ')}`);
  for (const { name, delay, t, ran } of found) {
    assert.ok(delay >= MIN_DELAY && delay <= MAX_DELAY, `${name}: ${delay} ms`);
    if (ran === undefined || (pauses && ran - t < 1) || cut) continue;
    assert.ok(ran - t > delay - 1.5, `${name}: ${delay} ms decided, ${ran - t} ms waited`);
  }
  assert.ok(found.some(({ ran, t, delay }) => ran - t > delay - 1.5 || (pauses && ran !== undefined)), `no ${api} was carried out late`);
}

/** A test for each form of a fixture that uses test/fixtures/hooks/forms.js: its value is kept, and it is delayed. */
function testForms(name, options) {
  test(name, async (t) => {
    const { plain, always } = await inEveryMode(t, name, {
      ...options,
      tell: ({ status, signal, stdout, stderr }) => ({
        status, signal, stderr, forms: linesOf(stdout).map(({ form, value }) => ({ form, value })),
      }),
    });
    assert.deepEqual([plain.status, plain.stderr], [0, '']);
    for (const { form, apis, ms } of linesOf(always.stdout)) {
      await t.test(form, () => {
        assert.ok(ms >= MIN_DELAY - 1, `took ${ms} ms`);
        for (const api of apis) assertDelayed(always.operations, api, options);
      });
    }
    await options?.more?.(t, always);
  });
}

const count = (operations, api, phase) =>
  operations.filter((operation) => operation.api === api && (phase === undefined || operation.phase === phase)).length;

module.exports = {
  root, fixture, execute, run, inEveryMode, testForms, assertDelayed, count, readTraces,
};
