// Lists the tests of a suite, and how each is to be started. Follows test/testpy/__init__.py of Node.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { readStatusFile } from './status-file.mjs';

// Folders whose tests are plain scripts judged by their exit status. Left out: those that compare output with a file
// or need a terminal (message, pseudo-tty), a build (addons, node-api), the network (internet), a failure
// (known_issues), or files that lie outside test/ (benchmark, doctool, tick-processor).
const USUAL_FOLDERS = [
  'parallel', 'async-hooks', 'es-module', 'module-hooks', 'test-runner', 'client-proxy', 'report', 'wasi',
  'sequential', 'abort',
];

// ParallelTestConfiguration in Node's testcfg.py files; any other folder runs its tests one at a time.
const PARALLEL = new Set([
  'parallel', 'async-hooks', 'es-module', 'module-hooks', 'test-runner', 'client-proxy', 'report', 'wasi', 'v8-updates',
]);

const TEST_FILE = /^test-.*\.m?js$/;

/** All tests of the folders, sorted; those a status file skips on this machine are told apart. */
export function listTests(suite, folders = USUAL_FOLDERS) {
  const tests = [];
  const skipped = [];
  for (const folder of folders.filter((name) => existsSync(path.join(suite, name)))) {
    const status = readStatusFile(path.join(suite, folder, `${folder}.status`));
    for (const file of testFiles(path.join(suite, folder), PARALLEL.has(folder)).sort()) {
      const outcomes = status(file.replace(/\.m?js$/, ''));
      (outcomes.has('SKIP') ? skipped : tests).push(describe(suite, folder, file, outcomes));
    }
  }
  return { tests, skipped };
}

function testFiles(folder, recursive) {
  return readdirSync(folder, { recursive }).filter((file) => TEST_FILE.test(path.basename(file)));
}

function describe(suite, folder, file, outcomes) {
  const name = `${folder}/${file}`;
  const source = readFileSync(path.join(suite, name));
  return {
    name,
    file: path.join(suite, name),
    parallel: PARALLEL.has(folder),
    knownFlaky: outcomes.has('FLAKY'),
    digest: createHash('sha1').update(source).digest('hex').slice(0, 12),
    ...metadata(source.toString('utf8')),
  };
}

/** The `// Flags:` and `// Env:` lines. */
export function metadata(source) {
  const words = (pattern) => (pattern.exec(source)?.[1] ?? '').trim().split(/\s+/).filter(Boolean);
  const env = words(/\/\/\s+Env:(.*)/).map((word) => word.split(/=(.*)/s, 2));
  return { flags: words(/\/\/\s+Flags:(.*)/), env: Object.fromEntries(env) };
}
