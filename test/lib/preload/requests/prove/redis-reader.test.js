'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { readerOf } = require('../../../../../lib/preload/requests/prove/readers/redis.js');

const ANSWERS = {
  SCAN: ['0', ['cart', 'sums']], HGETALL: ['pen', '{"count":2}', 'note', '{'], LRANGE: ['{"id":1}', '5'], PTTL: -1,
};

test('JSON in lists and hashes is read by field, so that ids in it are told from other values', async () => {
  const query = async (name, [key]) => (name === 'TYPE' ? { cart: 'hash', sums: 'list' }[key] : ANSWERS[name]);
  const { rows } = await readerOf({ query }).read();
  assert.deepEqual(rows.map(({ value }) => value), [{ pen: { count: 2 }, note: '{' }, [{ id: 1 }, '5']]);
});

test('a member of a sorted set is read with its score, whether the protocol gives pairs or a flat list', async () => {
  for (const range of [['ann', '2', 'bob', '1'], [['ann', '2'], ['bob', '1']]]) {
    const query = async (name) => ({ ...ANSWERS, SCAN: ['0', ['top']], TYPE: 'zset', ZRANGE: range })[name];
    const { rows: [{ value }] } = await readerOf({ query }).read();
    assert.deepEqual(value, [['ann', '2'], ['bob', '1']]);
  }
});

test('of a large database the keys that requests name are read, and no others are asked for', async () => {
  const asked = [];
  const values = { balance: '90', other: '1' };
  const query = async (name, [key] = []) => {
    asked.push(name);
    if (name === 'DBSIZE') return 2_000_000;
    if (name === 'TYPE') return key in values ? 'string' : 'none';
    return name === 'GET' ? values[key] : -1;
  };
  const { read } = readerOf({ query });
  const { rows, cut } = await read('keys', ['balance', '10']); // an argument may be a value
  assert.deepEqual([rows, cut], [[{ key: 'balance', value: '90', expires: false }], undefined]);
  assert.ok(!asked.includes('SCAN') && !asked.includes('KEYS'));
});
