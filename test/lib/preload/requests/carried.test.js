'use strict';
// The value that asynchronous work carries along is the one that AsyncLocalStorage would give it.
const { test } = require('node:test');
const assert = require('node:assert/strict');
const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const fs = require('node:fs');
const { isUndone, storage } = require('../../../../lib/preload/requests/carried.js');

const { apply } = Reflect;
const usual = new AsyncLocalStorage();
const seen = [];

const run = (value, fn) => storage.run(value, apply, () => usual.run(value, fn), undefined, []);

function enter(value) {
  storage.enterWith(value);
  usual.enterWith(value);
}

// Both, each time that a callback runs.
const look = (place) => seen.push([place, storage.getStore(), usual.getStore()]);

// Ways in which work goes on: each calls `next`.
const WAYS = {
  timeout: (next) => { setTimeout(next, 1); },
  refreshed: (next) => { const timer = setTimeout((again) => (again.pop() ? timer.refresh() : next()), 1, [true]); },
  immediate: (next) => { setImmediate(next); },
  tick: (next) => { process.nextTick(next); },
  microtask: (next) => { queueMicrotask(next); },
  promise: (next) => { Promise.resolve().then(next); },
  awaited: async (next) => { await null; await new Promise((resolve) => { setImmediate(resolve); }); next(); },
  native: (next) => { fs.stat(__filename, next); },
  bound: (next) => { setImmediate(run, {}, AsyncResource.bind(next)); },
};

const goOn = (name, depth) => new Promise((resolve) => {
  WAYS[name](() => {
    look(name);
    if (depth % 2 === 1) enter({ name, depth });
    look(`${name}, entered`);
    resolve(depth > 0 ? goOn(name, depth - 1) : undefined);
  });
});

test('a value goes along as that of AsyncLocalStorage does', async () => {
  const all = Object.keys(WAYS).flatMap((name) => [
    run({ name }, () => goOn(name, 3)),
    run(undefined, () => goOn(name, 1)),
    run({ outer: name }, () => run({ inner: name }, () => goOn(name, 2))),
  ]);
  assert.throws(() => run({ failing: true }, () => { throw new Error('of the program'); }), /of the program/);
  look('after a call that threw');
  await Promise.all(all);
  assert.equal(seen.length, Object.keys(WAYS).length * 18 + 1);
  for (const [place, own, other] of seen) assert.equal(own, other, place);
});

// Node without frames of async context keeps what a storage carries in a property of each resource.
test('only one storage is in use', { skip: isUndone }, () => {
  const first = run({}, () => Promise.resolve());
  const before = storage.run({}, apply, () => Promise.resolve(), undefined, []);
  usual.disable();
  const last = storage.run({}, apply, () => Promise.resolve(), undefined, []);
  const keysOf = (promise) => Object.getOwnPropertySymbols(promise).filter((key) => !/async_id/.test(String(key)));
  assert.deepEqual([first, before, last].map((promise) => keysOf(promise).length), [2, 2, 1]);
});
