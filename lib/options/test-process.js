'use strict';
// Tells processes of test runners from other programs, by the script and the flags that they were started with.

// Packages of test runners, also kept as kRunners in src/v8/stack.cc, and the names of their programs.
const RUNNERS = ['mocha', '_mocha', 'jest', '@jest', 'vitest', '@vitest', 'tinypool', 'ava', 'tap', '@tapjs', 'tape', 'jasmine', 'uvu'];

/** True if `script`, a path, belongs to a test runner; by default the script of this process. */
function isTestRunner(script = process.argv[1]) {
  if (typeof script !== 'string') return false;
  // No regular expression, because it would change the program's RegExp.$1.
  const parts = script.split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return false;
  const name = parts[at + 1] === '.bin' ? parts[at + 2] : parts[at + 1];
  return RUNNERS.includes(name) || Boolean(name?.startsWith('jest-'));
}

const TESTS_INSIDE = ['--test-isolation=none', '--experimental-test-isolation=none'];

/** True if this is the process of `node --test` that starts one process for each test file and runs no test itself. */
function isTestStarter() {
  const { env, execArgv } = process;
  return env.NODE_TEST_CONTEXT === undefined && execArgv.includes('--test') &&
    !execArgv.some((flag) => TESTS_INSIDE.includes(flag));
}

module.exports = { isTestRunner, isTestStarter };
