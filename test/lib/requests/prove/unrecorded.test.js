'use strict';
// Tables that a consumer changes in a proof and did not change in the recording.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { unrecordedTables } = require('../../../../lib/requests/prove/unrecorded.js');

const look = { who: 'second', service: 'mailer.js', store: 1, site: 'mailer.js:3', statement: 'SELECT total FROM orders WHERE id = $1', t: 5 };
const insert = { ...look, who: 'root', site: 'mailer.js:5', statement: 'INSERT INTO mails (id) VALUES ($1)', t: 7 };
const overtakes = { site: look.site, statement: look.statement.replace('$1', '$?') };
const postgres = { name: 'postgres://127.0.0.1/shop', dialect: 'postgres' };
const tablesOf = (more, known) => unrecordedTables({ overtakes, operations: [look, ...more] }, postgres, known);

test('statements that the consumer makes after its look tell more tables', async () => {
  assert.deepEqual(await tablesOf([insert]), ['mails']);
  assert.deepEqual(await tablesOf([insert], ['mails', 'orders']), []);
  assert.deepEqual(await tablesOf([]), []);
});

test('those of other processes, of other stores, and from before the look are not its', async () => {
  for (const other of [{ service: 'shop.js' }, { store: 2 }, { t: 2 }, { who: 'first' }]) {
    assert.deepEqual(await tablesOf([{ ...insert, ...other }]), [], JSON.stringify(other));
  }
});
