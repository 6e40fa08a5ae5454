'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { Actor } = require('../../../../../lib/preload/requests/prove/actor.js');
const { readerOf } = require('../../../../../lib/preload/requests/prove/readers/memcached.js');
const { readerOf: sqlReaderOf } = require('../../../../../lib/preload/requests/prove/readers/sql.js');
const { States } = require('../../../../../lib/preload/requests/prove/states.js');

const actor = () => new Actor('second', () => {}, false);
const operation = (number) => ({ number, site: 'a.js:1:1', statement: 'GET', values: ['lock'] });

test('a request that fails at once has not given up', async () => {
  const one = actor();
  one.call(operation(1));
  one.end({ number: 1, failed: '23505' });
  one.answer({ status: 500 });
  assert.equal(one.gaveUp, false);
});

test('a request that fails after it did nothing has waited for a connection', async () => {
  const one = actor();
  await sleep(220);
  one.answer({ status: 500 });
  assert.equal(one.gaveUp, true);
});

test('an operation that fails late by a time limit has waited for a lock', async () => {
  for (const [wait, expected] of [[0, false], [100, true]]) {
    const one = actor();
    one.call(operation(1));
    await sleep(wait);
    one.end({ number: 1, failed: '55P03' });
    assert.equal(one.gaveUp, expected);
  }
});

test('a request that fails after it sent one operation again and again has tried for a lock', async () => {
  const one = actor();
  for (let number = 1; number <= 5; number++) {
    one.call(operation(number));
    one.end({ number });
    await sleep(60);
  }
  one.answer({ status: 500 });
  assert.equal(one.gaveUp, true);
});

test('keys of memcached that the requests name are read', async () => {
  const data = { a: '{"n":1}', c: 'text' };
  const reader = readerOf({ query: async (_, [key]) => data[key], close() {} });
  const { rows } = await reader.read('keys', ['a', 'b', 'c']);
  assert.deepEqual(rows, [{ key: 'a', value: { n: 1 } }, { key: 'c', value: 'text' }]);
});

const storeWith = (query) => ({ name: 'pg', dialect: 'postgres', open: async () => ({ query, close() {} }) });
const statesOf = (store) => new States({ tables: { pg: ['t'] } }, { stores: () => [store], quietly: (fn) => fn() });

test('a table of more rows than are compared is not read, one that is not there yet is empty', async () => {
  const large = statesOf(storeWith(async (text) => (text.includes('to_jsonb') ? Array(10_001).fill({ row: { id: 1 } }) : [])));
  await large.read();
  assert.match(large.unread[0].reason, /t is too large/);
  const missing = statesOf(storeWith(async () => { throw Object.assign(new Error('no'), { code: '42P01' }); }));
  assert.deepEqual(await missing.read(), { pg: { t: { rows: [] } } });
  assert.deepEqual(missing.unread, []);
});

test('sqlite tells by its text that a table is not there', async () => {
  const reader = sqlReaderOf({ dialect: 'sqlite' }, { query() { throw new Error('no such table: t'); } });
  assert.deepEqual(await reader.read('t'), { rows: [] });
});
