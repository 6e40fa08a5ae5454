'use strict';
// Tells processes of test runners from other programs, by the script and the flags that they were started with.
const fs = require('node:fs');

const { slashed } = require('../names/slashes.js');
const { RUNNERS, TRANSFORMERS } = require('./runners.js');

const PACKAGES = RUNNERS.flatMap(({ packages = [] }) => packages);
const PROGRAMS = RUNNERS.flatMap(({ programs = [] }) => programs);
// Programs that run, load or transform the tested code and are not tested themselves.
const MACHINERY = [...PACKAGES, ...PROGRAMS, ...TRANSFORMERS.flatMap(({ packages }) => packages)];
const INSTALLED = '/node_modules/';
const LINKED = '.bin/';

function isOf(runners, script) {
  if (typeof script !== 'string') return false;
  // No regular expression, because it would change the program's RegExp.$1.
  const whole = slashed(script);
  const at = whole.lastIndexOf(INSTALLED);
  if (at < 0) return false;
  const file = whole.slice(at + INSTALLED.length);
  const isLinked = file.startsWith(LINKED);
  const path = isLinked ? `${file.slice(LINKED.length)}/` : file;
  // A command's name does not contain the scope of its package: "lab" belongs to @hapi/lab.
  return runners.some(({ name, packages = [], programs = [] }) =>
    [...packages, ...programs, ...(isLinked ? [`${name}/`] : [])].some((beginning) => path.startsWith(beginning)));
}

/** True if `script`, a path, belongs to a test runner; by default the script of this process. */
const isTestRunner = (script = process.argv[1]) => isOf(RUNNERS, script);

const STARTING = RUNNERS.filter(({ starts }) => starts);

/**
 * True if `script`, a path, belongs to a runner whose process starts one process for each test file, with the file's
 * time limit as `timeout`. Such a limit counts the test's own time, as each limit of a runner's does.
 */
const limitsFiles = (script = process.argv[1]) => isOf(STARTING, script);

const ISOLATION = ['--test-isolation', '--experimental-test-isolation'];

// The flag may be one word or two, and may stand in NODE_OPTIONS.
function runsTestsInside() {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')];
  return words.some((word, i) => ISOLATION.some((flag) => (
    word === `${flag}=none` || (word === flag && words[i + 1] === 'none'))));
}

const SEPARATING = RUNNERS.filter(({ separates }) => separates);

/**
 * True if this is the process of `node --test`, or of a runner that has Node.js do the same: it starts one process for
 * each test file and runs no test itself.
 */
function isTestStarter() {
  const { argv, env, execArgv } = process;
  if (isOf(SEPARATING, argv[1])) return true;
  return env.NODE_TEST_CONTEXT === undefined && execArgv.includes('--test') && !runsTestsInside();
}

// Returns the arguments of the process `pid`; none where there is no /proc, or if it has ended.
function argumentsOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1);
  } catch {
    return [];
  }
}

/**
 * True if the process `pid` is `node --test`, or a runner that has Node.js start its files in the same way; false where
 * there is no /proc.
 */
function isNodeTest(pid) {
  const args = argumentsOf(pid);
  return args.includes('--test') || args.some((arg) => isTestRunner(arg));
}

// True if such a process has started this process for a file of tests, or one that gives each file a time limit: TAP
// means that. What a file starts inherits the variables, too.
function isTestFile() {
  const { NODE_TEST_CONTEXT, TAP } = process.env;
  if (NODE_TEST_CONTEXT !== undefined && isNodeTest(process.ppid)) return true;
  return TAP !== undefined && argumentsOf(process.ppid).some((arg) => limitsFiles(arg));
}

/** True if this process runs tests itself: other programs that it starts are what is tested. */
const runsTests = () => (isTestRunner() && !limitsFiles()) || isTestFile();

// A limit waits while an operation is held, at least up to 20 times its length (preload/glue/limit.js).
const STRETCHED = 10;
const FIXED = 0.5;
// A replay has the delays of the run that it repeats, which moments may make a little longer.
const REPLAY = 1.5;

/** Returns the part of a limit for which delays may hold a test of the runner `script`. `isReplay`: mode replay. */
function limitShare(script, isReplay) {
  const file = slashed(script);
  const contains = ({ packages, programs = [] }) =>
    [...packages, ...programs].some((path) => file.includes(INSTALLED + path));
  const measures = RUNNERS.some((runner) => runner.measures && contains(runner));
  return (measures ? FIXED : STRETCHED) * (isReplay ? REPLAY : 1);
}

module.exports = { MACHINERY, PACKAGES, isNodeTest, isTestRunner, isTestStarter, limitShare, limitsFiles, runsTests };
