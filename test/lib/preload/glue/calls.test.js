'use strict';
// lib/preload/glue/calls.js with natives that record how they are called.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const calls = require('../../../../lib/preload/glue/calls.js');
const context = require('../../../../lib/preload/glue/context.js');

const PHASE = 2;

/** Returns the functions, what the natives have recorded, and release(), which makes the held calls. */
function make() {
  const parked = [];
  const notes = [];
  const natives = {
    park: (wait, object, fn, self, args) => {
      parked.push({ wait, object, call: () => Reflect.apply(fn, self, args) });
    },
    note: (...given) => void notes.push(given),
  };
  return { ...calls(natives), parked, notes, release: () => parked.splice(0).map(({ call }) => call()) };
}

test('a callback that is not delayed runs at once, in the context of its operation', () => {
  const { wrapCallback, parked, notes } = make();
  const seen = [];
  const wrapped = wrapCallback(function callback(...args) {
    seen.push([this.name, args, context.context()]);
    return 'result';
  }, 42, 'fs.stat#1', PHASE);
  assert.equal(wrapped.call({ name: 'self' }, null, 1), 'result');
  assert.deepEqual(seen, [['self', [null, 1], 42]]);
  assert.deepEqual(notes, [['fs.stat#1', PHASE]]);
  assert.equal(parked.length, 0);
});

test('a callback without a name for notes runs without one', () => {
  const { wrapCallback, notes } = make();
  wrapCallback(() => {}, 42, undefined, PHASE)();
  assert.deepEqual(notes, []);
});

test('a callback of an object is held, and reported when it runs', () => {
  const { wrapCallback, parked, notes, release } = make();
  wrapCallback((error, value) => value, 42, 'fs.stat#1', PHASE, 20, 3)(null, 'value');
  assert.deepEqual(parked.map(({ wait, object }) => [wait, object]), [[20, 3]]);
  assert.deepEqual(notes, []);
  assert.deepEqual(release(), ['value']);
  assert.deepEqual(notes, [['fs.stat#1', PHASE]]);
});

test('a cancelled operation is not held', () => {
  const { wrapCallback, parked } = make();
  const error = Object.assign(new Error(), { code: 'ECANCELLED' });
  assert.equal(wrapCallback((given) => given, 42, undefined, PHASE, 20, 3)(error), error);
  assert.equal(parked.length, 0);
});

test('a promise settles when it is released, and keeps its own properties', async () => {
  const { delayPromise, parked, release } = make();
  const late = delayPromise(Object.assign(Promise.resolve('value'), { child: 1 }), 20, 3, undefined, PHASE);
  assert.equal(late.child, 1);
  await Promise.resolve();
  assert.equal(parked.length, 1);
  release();
  assert.equal(await late, 'value');
});

test('a rejection is held too', async () => {
  const { delayPromise, release } = make();
  const late = delayPromise(Promise.reject(new Error('no')), 20, 3, 'name', PHASE);
  await Promise.resolve();
  release();
  await assert.rejects(late, /^Error: no$/);
});

test('an abort ends the wait at once', async () => {
  const { delayPromise, parked } = make();
  const controller = new AbortController();
  const { signal } = controller;
  const late = delayPromise(Promise.resolve(1), 20, 3, undefined, PHASE, ['url', { signal }]);
  await Promise.resolve();
  assert.equal(parked.length, 1);
  controller.abort(new Error('enough'));
  await assert.rejects(late, /^Error: enough$/);
});

test('a postponed call starts when it is released', async () => {
  const { postpone, release } = make();
  let started = 0;
  assert.equal(postpone(5, () => started++, undefined, [], false), undefined);
  const promise = postpone(5, async (value) => value, undefined, ['value'], true);
  assert.equal(started, 0);
  release();
  assert.equal(started, 1);
  assert.equal(await promise, 'value');
});

test('the arguments of a callback are shown to the watchers at their places', () => {
  const { watchArguments } = make();
  const seen = [];
  const watched = watchArguments((...args) => args.length, [() => {}, (value) => seen.push(value)]);
  assert.equal(watched(null, 'stream'), 2);
  assert.deepEqual(seen, ['stream']);
});

test('the instances of a class are watched until the watcher needs no more', async () => {
  const { watchResult } = make();
  const seen = [];
  const watch = (value) => void seen.push(value);
  assert.equal(await watchResult(Promise.resolve(1), watch, true), 1);
  const plain = Promise.resolve(2);
  assert.equal(watchResult(plain, watch, true), plain);
  assert.deepEqual(seen, [1]);
});
