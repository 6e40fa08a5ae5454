'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { effectsOf } = require('../../../../lib/requests/effects/effects.js');
const { loadPlanners } = require('../../../../lib/requests/statements/index.js');

const SCHEMA = { columns: ['id', 'n'], primary: ['id'], unique: [['id']] };
const database = (schema = SCHEMA) => ({ schema: () => schema, views: [], functions: [], key: undefined });

async function madeBy(dialect, statement, values, schema) {
  const planOf = await loadPlanners([dialect]);
  const [plan] = planOf({ dialect }, { statement });
  return effectsOf(plan, { statement, values }, database(schema), 1).find((one) => one.class === 'A').made;
}

test('a key that the statement does not give, or gives as default, null or an expression, is made by the store', async () => {
  for (const row of ['(n) VALUES ($1)', '(id, n) VALUES (DEFAULT, $1)', '(id, n) VALUES (NULL, $1)', '(id, n) VALUES (gen_random_uuid(), $1)']) {
    assert.equal(await madeBy('postgres', `INSERT INTO line ${row}`, [5]), 'id', row);
  }
  assert.equal(await madeBy('mysql', 'INSERT INTO line (n) VALUES (?)', [5]), 'id');
});

test('a key that the request gives is not, and neither is one of several columns', async () => {
  assert.equal(await madeBy('postgres', 'INSERT INTO line (id, n) VALUES ($1, $2)', [7, 5]), undefined);
  assert.equal(await madeBy('postgres', 'INSERT INTO line VALUES ($1, $2)', [7, 5]), undefined);
  assert.equal(await madeBy('postgres', 'INSERT INTO line (n) VALUES ($1)', [5], { ...SCHEMA, primary: ['id', 'n'] }), undefined);
});
