'use strict';
// The state of a store before the program's first operation on it.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Beginning } = require('../../../../../lib/preload/requests/prove/beginning.js');

const STORES = [{ number: 1, name: 'shop' }, { number: 2, name: 'log' }];

function started(readOne) {
  const read = [];
  const states = {
    has: (name) => name === 'shop',
    readOne: (name) => {
      read.push(name);
      return readOne();
    },
  };
  return { read, beginning: new Beginning(states, () => STORES) };
}

test('all operations on a store wait until it is read, once', async () => {
  const tables = { team: { rows: [{ id: 1 }] } };
  const { beginning, read } = started(async () => tables);
  const holds = [beginning.take({ store: 1 }), beginning.take({ store: 1 })];
  assert.ok(holds[0] instanceof Promise);
  assert.equal(holds[0], holds[1]);
  await holds[0];
  assert.equal(beginning.take({ store: 1 }), undefined);
  assert.deepEqual([beginning.state, read], [{ shop: tables }, ['shop']]);
});

test('a store is not read where the program was let go on before, and what is read is told', async () => {
  const told = [];
  const states = { has: () => true, readOne: async (name) => ({ of: name }) };
  const beginning = new Beginning(states, () => STORES, (...first) => told.push(first));
  beginning.skip({ store: 1 });
  assert.equal(beginning.take({ store: 1 }), undefined);
  await beginning.take({ store: 2 });
  beginning.skip({ store: 2 });
  assert.deepEqual(told, [['log', { of: 'log' }]]);
});

test('a store that is not compared, and a synchronous call, wait for nothing', () => {
  const { beginning, read } = started(async () => ({}));
  assert.equal(beginning.take({ store: 2 }), undefined);
  assert.equal(beginning.take({ store: 1, sync: true }), undefined);
  assert.deepEqual([beginning.take({ store: 1 }), read], [undefined, []]);
});

test('a store that cannot be read tells nothing', async () => {
  const { beginning } = started(async () => undefined);
  await beginning.take({ store: 1 });
  assert.deepEqual(beginning.state, {});
});
