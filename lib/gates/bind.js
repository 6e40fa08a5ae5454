'use strict';
// Binds gates to tests of a runner. A gate that is set in a test, or in a hook before it, is removed after the test,
// also if the test fails. A fault of the gate is a failure of the test.
const fs = require('node:fs');

const { RUNNERS } = require('../options/runners.js');
const { isTestStarter } = require('../options/test-process.js');
const { beginTest, endTest, isInTest } = require('./sets.js');

let bound = false;

// A failing hook ends the whole suite in mocha, so the gates of a test are judged at the end of the test itself.
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
 * Binds gates to the tests of any runner, by its hooks `beforeEach` and `afterEach`. A test file calls it once, outside
 * of its tests. The hooks of mocha, jest, vitest and node:test are found without it.
 */
function bind({ beforeEach, afterEach }) {
  bound = true;
  const own = [];
  // A rest parameter, because mocha and jest would take a plain one for a callback.
  beforeEach(function begin(...[context]) {
    if (isMochaTest(this?.currentTest)) bindMochaTest(this.currentTest);
    else own.push(beginTest(titleOf(context)));
  });
  // Returns nothing, because a runner may interpret the result of a hook.
  afterEach(() => {
    const error = own.length > 0 ? endTest(own.pop()) : undefined;
    if (error) throw error;
  });
}

const isNodeTestLoaded = () => process.moduleLoadList.some((name) => name.endsWith('internal/test_runner/harness'));

// A test file that runs without `node --test` may load this package before node:test.
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

/** Finds the runner and binds to it. A plain program has no runner, so its process fails instead of a test. */
function bindToRunner() {
  // This process of `node --test` only starts others. With a hook it would report that it has no tests.
  if (bound || isTestStarter()) return;
  const hooks = hooksOf();
  if (hooks) bind(hooks);
}

/** Returns the root hooks that mocha asks of a module that its -r loads; undefined if the gates are bound already. */
function mochaHooks() {
  if (bound) return undefined;
  const hooks = {};
  bind({ beforeEach: (hook) => (hooks.beforeEach = hook), afterEach: (hook) => (hooks.afterEach = hook) });
  return hooks;
}

/**
 * Calls `set`, which sets gates, for the current test and returns its result. If this package was loaded before
 * node:test, no hooks are bound; then the test's own after() removes its gates.
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
