'use strict';
// Binds gates to tests: what is set in a test, or in a hook before it, is gone after it, however it ends; and what is
// wrong with it is the test's failure.
const fs = require('node:fs');

const { RUNNERS } = require('../options/runners.js');
const { isTestStarter } = require('../preload/starters.js');
const { beginTest, endTest, isInTest } = require('./sets.js');

let bound = false;

// A hook of mocha's that fails ends the whole suite, so there the end of the test itself is taken.
function bindMochaTest(test) {
  const { run } = test;
  const own = beginTest(test.fullTitle());
  test.run = function gated(done) {
    return Reflect.apply(run, this, [(error) => {
      const wrong = endTest(own);
      done(error ?? wrong);
    }]);
  };
}

const isMochaTest = (test) => typeof test?.run === 'function' && typeof test.fullTitle === 'function';

function titleOf(context) {
  const named = context?.fullName ?? context?.name ?? context?.task?.name;
  return named ?? globalThis.expect?.getState?.()?.currentTestName ?? '';
}

/**
 * For any runner: bind({beforeEach, afterEach}), once in a file, outside of tests. Those of mocha, jest, vitest and
 * node:test are found without.
 */
function bind({ beforeEach, afterEach }) {
  bound = true;
  const own = [];
  // No parameter: mocha and jest would take it for a callback.
  beforeEach(function begin(...[context]) {
    if (isMochaTest(this?.currentTest)) bindMochaTest(this.currentTest);
    else own.push(beginTest(titleOf(context)));
  });
  // Braces: a hook's result may mean something to its runner.
  afterEach(() => {
    const error = own.length > 0 ? endTest(own.pop()) : undefined;
    if (error) throw error;
  });
}

const isNodeTestLoaded = () => process.moduleLoadList.some((name) => name.endsWith('internal/test_runner/harness'));

// A test file that is run by itself, and may load us before the runner.
function isNodeTestFile() {
  try {
    return /['"]node:test['"]/.test(fs.readFileSync(process.argv[1], 'utf8'));
  } catch {
    return false;
  }
}

const isNodeTest = () => process.env.NODE_TEST_CONTEXT !== undefined || isNodeTestLoaded() || isNodeTestFile();

// `place` is a runner's key `hooks`: a built-in module, or the name of a global object.
function hooksAt(place) {
  if (place.startsWith('node:')) return isNodeTest() ? require(place) : undefined;
  const { beforeEach, afterEach } = globalThis[place] ?? {};
  const found = typeof beforeEach === 'function' && typeof afterEach === 'function';
  return found ? { beforeEach, afterEach } : undefined;
}

function hooksOf() {
  const places = new Set(RUNNERS.map(({ hooks }) => hooks).filter(Boolean));
  for (const place of places) {
    const hooks = hooksAt(place);
    if (hooks) return hooks;
  }
  return undefined;
}

/** Finds the runner, outside of its tests. A plain program has none: there the process is what fails. */
function bindToRunner() {
  // node --test starts a process for each file: this one has no tests, and would report that it has none.
  if (bound || isTestStarter()) return;
  const hooks = hooksOf();
  if (hooks) bind(hooks);
}

/** What mocha asks of a module that its -r loads: hooks for all tests, before there is any. */
function mochaHooks() {
  if (bound) return undefined;
  const hooks = {};
  bind({ beforeEach: (hook) => (hooks.beforeEach = hook), afterEach: (hook) => (hooks.afterEach = hook) });
  return hooks;
}

/**
 * Runs `set`, which sets gates, for the test that runs now. Where node:test was not found before, since this file was
 * loaded first, that test is asked for its own end.
 */
function inCurrentTest(set) {
  if (bound || isInTest() || !isNodeTestLoaded()) return set();
  const own = beginTest('');
  try {
    return set();
  } finally {
    own.leave();
    require('node:test').after(() => {
      const error = endTest(own);
      if (error) throw error;
    });
  }
}

module.exports = { bind, bindToRunner, inCurrentTest, mochaHooks };
