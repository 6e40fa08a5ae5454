'use strict';
// Tells processes of test runners from other programs, by the script and the flags that they were started with.

const { RUNNERS } = require('./runners.js');

const PACKAGES = RUNNERS.flatMap(({ packages = [] }) => packages);
const PROGRAMS = RUNNERS.flatMap(({ programs = [] }) => programs);
const INSTALLED = '/node_modules/';
const LINKED = '.bin/';

/** True if `script`, a path, belongs to a test runner; by default the script of this process. */
function isTestRunner(script = process.argv[1]) {
  if (typeof script !== 'string') return false;
  // No regular expression, because it would change the program's RegExp.$1.
  const at = script.lastIndexOf(INSTALLED);
  if (at < 0) return false;
  const file = script.slice(at + INSTALLED.length);
  const path = file.startsWith(LINKED) ? `${file.slice(LINKED.length)}/` : file;
  return [...PACKAGES, ...PROGRAMS].some((beginning) => path.startsWith(beginning));
}

const TESTS_INSIDE = ['--test-isolation=none', '--experimental-test-isolation=none'];

/** True if this is the process of `node --test` that starts one process for each test file and runs no test itself. */
function isTestStarter() {
  const { env, execArgv } = process;
  return env.NODE_TEST_CONTEXT === undefined && execArgv.includes('--test') &&
    !execArgv.some((flag) => TESTS_INSIDE.includes(flag));
}

module.exports = { PACKAGES, isTestRunner, isTestStarter };
