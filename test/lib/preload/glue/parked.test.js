'use strict';
const assert = require('node:assert/strict');
const { AsyncLocalStorage } = require('node:async_hooks');
const { test } = require('node:test');

const { context } = require('../../../../lib/preload/glue/context.js');
const parked = require('../../../../lib/preload/glue/parked.js');

test('a parked call runs with its own this and arguments, in the async context in which it was parked', () => {
  const { park, run } = parked({ fatal: assert.fail });
  const storage = new AsyncLocalStorage();
  const seen = [];
  const call = storage.run('then', () => park(function made(...args) {
    seen.push([this.name, args, storage.getStore(), context()]);
  }, { name: 'self' }, [1, 2], 42));
  storage.run('now', () => run(call));
  assert.deepEqual(seen, [['self', [1, 2], 'then', 42]]);
});

test('an exception of a parked call is uncaught', () => {
  const errors = [];
  const { park, run } = parked({ fatal: (error) => errors.push(error.message) });
  run(park(() => { throw new Error('thrown'); }, undefined, []));
  assert.deepEqual(errors, ['thrown']);
});
