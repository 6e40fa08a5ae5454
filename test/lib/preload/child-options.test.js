'use strict';
// How the arguments and variables of a child change: lib/preload/child-options.js.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { forgetAdded,
  PRELOAD, isRestricted, limitOf, resolved, withEnvironment, withOptions, withPreload,
} = require('../../../lib/preload/child-options.js');

const variables = (pairs) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
const OURS = { seed: 7, clock: 'virtual' };
const REQUIRE = `--require ${PRELOAD}`;

test('a child gets the preload, the seed and the process that started it', () => {
  const { NODE_OPTIONS, NACD_SEED, NACD_PARENT, HOME } = variables(withPreload(['HOME=/home/a=b'], OURS, 0));
  assert.equal(HOME, '/home/a=b');
  assert.equal(NODE_OPTIONS, REQUIRE);
  assert.equal(NACD_SEED, '7');
  assert.equal(NACD_PARENT, String(process.pid));
});

test('the options and the seed that a child is given are kept', () => {
  const child = variables(withPreload(['NODE_OPTIONS=--no-warnings', 'NACD_SEED=3'], OURS, 0));
  assert.equal(child.NODE_OPTIONS, `--no-warnings ${REQUIRE}`);
  assert.equal(child.NACD_SEED, '3');
});

test('the preload is not added twice', () => {
  const [first] = withPreload(['NODE_OPTIONS='], OURS, 0);
  assert.equal(variables(withPreload([first], OURS, 0)).NODE_OPTIONS, REQUIRE);
});

test('a child with a time limit has the real clock, and delays of a quarter of its limit in all', () => {
  const clockAndBudget = (pairs, timeout) => {
    const { NACD_CLOCK, NACD_UNSUPPORTED_HELD_BUDGET } = variables(withPreload(pairs, OURS, timeout));
    return [NACD_CLOCK, NACD_UNSUPPORTED_HELD_BUDGET];
  };
  assert.deepEqual(clockAndBudget([], 0), [undefined, undefined]);
  assert.deepEqual(clockAndBudget([], 3000), ['real', '750']);
  assert.deepEqual(clockAndBudget([], 3), ['real', '1']);
  assert.deepEqual(clockAndBudget([], 2 ** 30), ['real', '3600000']); // the most that the option allows
  assert.deepEqual(clockAndBudget(['NACD_UNSUPPORTED_HELD_BUDGET=100'], 3000), ['real', '100']);
  assert.deepEqual(clockAndBudget(['NACD_UNSUPPORTED_HELD_BUDGET=5000'], 3000), ['real', '750']);
  const inherited = { NACD_UNSUPPORTED_HELD_BUDGET: '20' };
  assert.equal(variables(withPreload([], { ...OURS, inherited }, 3000)).NACD_UNSUPPORTED_HELD_BUDGET, '20');
});

test('further variables of ours are not those that the parent has', () => {
  const inherited = { NACD_CLOCK: 'virtual' };
  const child = variables(withPreload(['HOME=/'], { ...OURS, inherited }, 0, { NACD_CLOCK: 'real' }));
  assert.deepEqual([child.HOME, child.NACD_CLOCK], ['/', 'real']);
});

test('a time limit takes real time, unless a test runner sets it for a file of tests', () => {
  assert.equal(limitOf(OURS, 30_000), 30_000);
  assert.equal(limitOf({ ...OURS, limitsFiles: true }, 30_000), 0);
  assert.equal(limitOf(OURS, undefined), 0);
  assert.equal(limitOf({ clock: 'real' }, 30_000), 30_000);
});

test('a child that may not load our files or addons is left as it is', () => {
  assert.equal(isRestricted(['--permission', 'a.js']), true);
  assert.equal(isRestricted(['--experimental-permission', 'a.js']), true);
  assert.equal(isRestricted(['a.js'], '--permission'), true);
  assert.equal(isRestricted(['--permission', '--allow-addons', '--allow-fs-read=*', 'a.js']), false);
  assert.equal(isRestricted(['--permissions', 'a.js']), false);
});

test('NODE_OPTIONS of an --env-file count only if ours are not there', () => {
  assert.equal(isRestricted(['--env-file=.env', 'a.js']), true);
  assert.equal(isRestricted(['--env-file=.env', 'a.js'], '--no-warnings'), false);
});

test('-r nacd-native is this package, whatever the working directory of the child', () => {
  assert.deepEqual(resolved(['-r', 'nacd-native', 'nacd-native']), ['-r', PRELOAD, 'nacd-native']);
  assert.deepEqual(resolved(['--import', 'nacd-native']), ['--import', PRELOAD]);
  assert.equal(path.basename(PRELOAD), 'start.js');
});

const seedOf = (args, at) => args[at].env.NACD_SEED;

test('synchronous functions: the options are found among the arguments, or added', () => {
  assert.equal(seedOf(withOptions(['ls'], true, OURS), 1), '7');
  assert.equal(seedOf(withOptions(['ls', ['-l']], true, OURS), 2), '7');
  assert.equal(seedOf(withOptions(['ls', { env: {} }], true, OURS), 1), '7');
  assert.equal(seedOf(withOptions(['ls', undefined, { env: {} }], true, OURS), 2), '7');
  assert.equal(seedOf(withOptions(['ls -l', { env: {} }], false, OURS), 1), '7');
});

test('synchronous functions: given options keep their values and are not changed', () => {
  const given = { cwd: '/tmp', env: { A: '1' } };
  const [, { cwd, env }] = withOptions(['ls', given], true, OURS);
  assert.equal(cwd, '/tmp');
  assert.equal(env.A, '1');
  assert.deepEqual(given, { cwd: '/tmp', env: { A: '1' } });
});

test('synchronous functions: arguments that Node refuses go to Node as they are', () => {
  const wrong = ['ls', [], 'text'];
  assert.equal(withOptions(wrong, true, OURS), wrong);
  const variablesAreText = ['ls', { env: 'A=1' }];
  assert.equal(withOptions(variablesAreText, true, OURS), variablesAreText);
});

test('synchronous functions: a time limit needs the real clock', () => {
  const clockOf = (clock) => withOptions(['ls', { timeout: 5, env: {} }], true, { seed: 7, clock })[1].env.NACD_CLOCK;
  for (const clock of ['virtual', 'skip', 'real']) assert.equal(clockOf(clock), 'real');
});

const INHERITED = { NACD_RUN_MARKER: 'a', NACD_MODE: 'never', NACD_TRACE: '/t', NACD_QUIET: '1' };

test('a child whose environment is made anew gets the options of its parent', () => {
  const child = variables(withPreload(['PATH=/bin', 'NACD_MODE=always'], { ...OURS, inherited: INHERITED }, 0));
  assert.deepEqual([child.NACD_MODE, child.NACD_TRACE, child.NACD_QUIET], ['always', '/t', '1']);
  const [, { env }] = withOptions(['ls', { env: { NACD_QUIET: 0 } }], true, { ...OURS, inherited: INHERITED });
  assert.deepEqual([env.NACD_MODE, env.NACD_TRACE, env.NACD_QUIET], ['never', '/t', 0]);
});

test('the options of another run are complete', () => {
  const child = variables(withPreload(['NACD_RUN_MARKER=b'], { ...OURS, inherited: INHERITED }, 0));
  assert.deepEqual([child.NACD_MODE, child.NACD_TRACE, child.NACD_RUN_MARKER], [undefined, undefined, 'b']);
});

test('a worker with an environment of its own gets them too', () => {
  const given = { env: { A: '1' }, name: 'w' };
  const { env, name } = withEnvironment(given, { ...OURS, inherited: INHERITED });
  assert.deepEqual([env.A, env.NACD_MODE, env.NODE_OPTIONS, env.NACD_PARENT, name], ['1', 'never', REQUIRE, undefined, 'w']);
  assert.deepEqual(given.env, { A: '1' });
  forgetAdded(env);
  assert.deepEqual(env, { A: '1' });
  const changed = withEnvironment({ env: { NACD_MODE: 'always', NODE_OPTIONS: '--no-warnings' } }, OURS).env;
  forgetAdded(changed);
  assert.deepEqual(changed, { NACD_MODE: 'always', NODE_OPTIONS: '--no-warnings' });
  const shared = { env: Symbol.for('nodejs.worker_threads.SHARE_ENV') };
  assert.equal(withEnvironment(shared, OURS), shared);
});
