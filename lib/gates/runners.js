'use strict';
// Binds gates to tests: what is set in a test, or in a hook before it, is gone after it, however it ends; and what is
// wrong with it is the test's failure.
const { beginTest, endTest } = require('./sets.js');

let bound = false;

// A hook of mocha's that fails ends the whole suite, so there the end of the test itself is taken.
function bindMochaTest(test) {
  const { run } = test;
  const title = typeof test.fullTitle === 'function' ? test.fullTitle() : String(test.title);
  const own = beginTest(title);
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
  beforeEach(function begin() {
    if (isMochaTest(this?.currentTest)) return void bindMochaTest(this.currentTest);
    const [context] = arguments; // eslint-disable-line prefer-rest-params
    own.push(beginTest(titleOf(context)));
  });
  afterEach(() => {
    const error = own.length > 0 ? endTest(own.pop()) : undefined;
    if (error) throw error;
  });
}

const isNodeTest = () => process.env.NODE_TEST_CONTEXT !== undefined
  || process.moduleLoadList.some((name) => name.endsWith('internal/test_runner/harness'));

function hooksOf() {
  const { beforeEach, afterEach, __vitest_index__: vitest } = globalThis;
  if (vitest?.afterEach) return vitest;
  if (typeof beforeEach === 'function' && typeof afterEach === 'function') return { beforeEach, afterEach };
  return isNodeTest() ? require('node:test') : undefined;
}

/** Finds the runner, when a test file loads us. A plain program has none: there the process is what fails. */
function bindToRunner() {
  if (bound) return;
  const hooks = hooksOf();
  if (hooks) bind(hooks);
}

module.exports = { bind, bindToRunner };
