'use strict';
// A statement does what the triggers of its table do, with the values of its row.
const assert = require('node:assert/strict');
const { before, test } = require('node:test');
const { readSqlite } = require('../../../../lib/preload/requests/schemas/sqlite.js');
const { effectsOf } = require('../../../../lib/requests/effects/effects.js');
const { loadPlanners } = require('../../../../lib/requests/statements/index.js');

const SCHEMA = { primary: [], unique: [] };
let planOf;
before(async () => {
  planOf = await loadPlanners();
});

function effects(dialect, triggers, statement, values) {
  const database = { dialect, schema: () => SCHEMA, views: [], functions: [], triggers };
  const [plan] = planOf({ dialect }, { statement });
  return effectsOf(plan, { statement, values }, database, 1).map(({ class: kind, table, keys = {} }) => (
    [kind, table, ...Object.entries(keys).map(([column, list]) => `${column}=${list}`)].join(' ')));
}

const plpgsql = (body) => (
  `CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN ${body} RETURN NEW; END $$`);

const TAKE = 'UPDATE product SET stock = stock - NEW.qty WHERE sku = NEW.sku;';
const LOG = "INSERT INTO log (sku, old) VALUES (NEW.sku, 'x');";
const DIALECTS = {
  postgres: { definition: (body) => plpgsql(`NEW.at := now(); ${body}`), place: '$' },
  mysql: { definition: (body) => ({ body: `BEGIN ${body} END` }), place: '?' },
  sqlite: { definition: (body) => ({ body }), place: '?' },
};

for (const [dialect, { definition, place }] of Object.entries(DIALECTS)) {
  const parameter = (number) => (place === '$' ? `$${number}` : '?');
  test(`${dialect}: a trigger has the values of the row that the statement changes`, () => {
    const triggers = [
      { table: 'line', on: ['A'], definition: definition(TAKE) }, { table: 'product', on: ['W'], definition: definition(LOG) },
    ];
    const insert = `INSERT INTO line (sku, qty) VALUES (${parameter(1)}, ${parameter(2)})`;
    assert.deepEqual(effects(dialect, triggers, insert, ['lamp', 2]),
      ['A line sku=lamp qty=2', 'R product sku=lamp', 'W product sku=lamp', 'A log sku=lamp old=x']);
    assert.deepEqual(effects(dialect, triggers, `UPDATE product SET name = 'a' WHERE sku = ${parameter(1)}`, ['lamp']),
      ['W product sku=lamp', 'A log sku=lamp old=x']);
    assert.deepEqual(effects(dialect, triggers, 'DELETE FROM line WHERE id = 1', []), ['D line id=1']);
  });
}

test('triggers of SQLite are read from their texts', () => {
  const rows = (sql) => (text) => (/'trigger'/.test(text) ? [{ name: 'line', sql }] : []);
  const { triggers } = readSqlite(rows(`CREATE TRIGGER t AFTER UPDATE OF qty ON line WHEN NEW.qty > 0\nBEGIN ${TAKE} END`));
  assert.deepEqual(triggers, [{ table: 'line', on: ['W'], definition: { body: ` ${TAKE} ` } }]);
});

test('of several rows a trigger has none in particular; a trigger that is not understood adds nothing', () => {
  const trigger = (body) => [{ table: 'line', on: ['A'], definition: plpgsql(body) }];
  const insert = "INSERT INTO line (sku, qty) VALUES ('a', 1), ('b', 2)";
  assert.deepEqual(effects('postgres', trigger(TAKE), insert, []), ['A line sku=a,b qty=1,2', 'R product', 'W product']);
  assert.deepEqual(effects('postgres', trigger("EXECUTE 'DELETE FROM t';"), insert, []), ['A line sku=a,b qty=1,2']);
});
