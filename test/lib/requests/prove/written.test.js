'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { writtenIn } = require('../../../../lib/requests/prove/written.js');

const stateOf = (store, table, primary, rows) => ({ [store]: { [table]: { primary: [primary], rows } } });

test('rows of keys are those that commands name, and a command that was refused wrote none', async () => {
  const of = (statement, values, more) => ({ dialect: 'redis', api: 'ioredis.sendCommand', statement, values, ...more });
  const operations = [
    of('GET', ['read']), of('SET', ['set', '1']), of('SET', ['refused', '1', 'NX'], { rows: 0 }),
    of('SET', ['failed', '1'], { failed: 'WRONGTYPE' }), of('HSET', ['hash', 'n', '1']),
  ];
  const written = await writtenIn({ operations, states: {} });
  const keys = ['read', 'set', 'refused', 'failed', 'hash', 'other'];
  assert.deepEqual(keys.filter((key) => written('keys', { key })), ['set', 'hash']);
  assert.equal(written('other', { key: 'set' }), false);
});

test('rows of tables are those that statements name by the primary key', async () => {
  const rows = [{ id: 1, n: 1, owner: 'a' }, { id: 2, n: 1, owner: 'a' }, { id: 3, n: 1, owner: 'b' }];
  const of = (statement, values, changed) => ({ dialect: 'postgres', statement, values, rows: changed });
  const writtenBy = async (...given) => {
    const written = await writtenIn({ operations: [of(...given)], states: { after: stateOf('db', 'stock', 'id', rows) } });
    return rows.filter((row) => written('stock', row)).map(({ id }) => id);
  };
  const upsert = 'INSERT INTO stock (id, n) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET n = 1';
  assert.deepEqual(await writtenBy(upsert, [3], 1), [3]);
  assert.deepEqual(await writtenBy('UPDATE stock SET n = 1 WHERE id = $1', [2], 1), [2]);
  assert.deepEqual(await writtenBy('UPDATE stock SET n = 1 WHERE id = $1', [2], 0), []);
  assert.deepEqual(await writtenBy("INSERT INTO stock (n, owner) VALUES (1, 'a')", [], 1), []);
  assert.deepEqual(await writtenBy('SELECT n FROM stock WHERE id = $1', [2], 1), []);
});
