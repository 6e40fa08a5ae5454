'use strict';
// What a call of a function in the database does: the statements in its body, with the values of the call.
const assert = require('node:assert/strict');
const { before, test } = require('node:test');
const { effectsOf } = require('../../../../lib/requests/effects/effects.js');
const { changedInside, withDefined } = require('../../../../lib/requests/effects/routines.js');
const { loadPlanners } = require('../../../../lib/requests/statements/index.js');

const SCHEMA = { primary: [], unique: [] };
const ANYTHING = ['R ', 'W '];
let planOf;
before(async () => {
  planOf = await loadPlanners();
});

const plpgsql = (body, parameters = 'wanted text, who int') => (
  `CREATE FUNCTION public.f(${parameters}) RETURNS int LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN ${body} END $$`);

// The effects of `statement`, and the tables that the functions of that name change after they have read them.
const called = (statement, values, ...definitions) => (
  callIn('postgres', statement, values, definitions.map((definition) => ({ name: /\.(\w+)\(/.exec(definition)[1], definition }))));

function callIn(dialect, statement, values, functions) {
  const database = { dialect, schema: () => SCHEMA, views: [], functions };
  const [plan] = planOf({ dialect }, { statement });
  const effects = effectsOf(plan, { statement, values }, database, 1);
  return {
    inside: changedInside(plan, database),
    effects: effects.map(({ class: kind, table, keys = {} }) => (
      [kind, table, ...Object.entries(keys).map(([column, list]) => `${column}=${list}`)].join(' '))),
  };
}

test('a function has the statements of its body, with the arguments of the call', () => {
  const body = `SELECT count(*) INTO n FROM seat WHERE train = wanted; IF n > 2 THEN RETURN 0; END IF;
    FOR n IN SELECT id FROM rider WHERE id = f.who LOOP UPDATE rider SET trips = n WHERE id = n; END LOOP;
    n := (SELECT max(id) FROM price); INSERT INTO seat (train, who) VALUES (wanted, $2); RETURN n;`;
  const expected = ['R seat train=X', 'R rider id=7', 'R rider', 'W rider', 'R price', 'A seat train=X,who=7'];
  for (const [statement, ...values] of [
    ['SELECT f($1, $2)', 'X', 7], ["SELECT * FROM f('X', $1::int) AS t", 7], ['CALL f(who => $1, wanted => $2)', 7, 'X'],
  ]) {
    const { effects, inside } = called(statement, values, plpgsql(body));
    assert.deepEqual(effects.map((text) => text.replace(' who=', ',who=')), expected, statement);
    assert.deepEqual(inside, ['rider', 'seat'], statement);
  }
});

test('functions that call others have what these do; FOR UPDATE and one statement are safe', () => {
  const sql = 'CREATE FUNCTION public.g(code text) RETURNS int LANGUAGE sql AS $$ SELECT n FROM t WHERE t.code = g.code $$';
  const { effects, inside } = called('SELECT f($1, 1)', ['X'], plpgsql('IF g(wanted) > 0 THEN DELETE FROM t; END IF; RETURN 0;'), sql);
  assert.deepEqual(effects, ['R t code=X', 'D t']);
  assert.deepEqual(inside, ['t']);
  const locked = 'SELECT a INTO n FROM t WHERE id = who FOR UPDATE; UPDATE t SET a = 1 WHERE id = who; RETURN 0;';
  assert.deepEqual(called('SELECT f($1, 1)', ['X'], plpgsql(locked)).inside, []);
  assert.deepEqual(called('SELECT f($1, 1)', ['X'], plpgsql('UPDATE t SET a = a * 2; RETURN 0;')).inside, []);
});

test('a function that a text makes for itself is known to the calls in that text', () => {
  const text = `/* é */ SELECT 1; ${plpgsql('INSERT INTO t (a) VALUES (\'é\') RETURNING * INTO n; RETURN n;', '')};
    SELECT f.n FROM public.f(); DROP FUNCTION f();`;
  const plans = planOf({ dialect: 'postgres' }, { statement: text });
  const database = withDefined({ dialect: 'postgres', schema: () => SCHEMA, views: [], functions: [] }, plans);
  const effects = plans.flatMap((plan) => effectsOf(plan, { statement: text }, database, 1));
  assert.deepEqual(effects.map(({ class: kind, table, keys }) => [kind, table, keys]), [['A', 't', { a: ['é'] }]]);
});

test('a function may do anything if its statements are made at run time, or its text is not known', () => {
  for (const body of ["EXECUTE 'DELETE FROM t'; RETURN 0;", 'RETURN unknown_to_all((;', "PERFORM f('a', 1); RETURN 0;"]) {
    const { effects, inside } = called('SELECT f($1, 1)', ['X'], plpgsql(body));
    assert.deepEqual([effects, inside], [ANYTHING, []], body);
  }
  assert.deepEqual(called('CALL other($1)', ['X'], plpgsql('RETURN 0;')).effects, ANYTHING);
  assert.deepEqual(called('SELECT lower($1)', ['X'], plpgsql('RETURN 0;')).effects, []);
});

const inMysql = (statement, values, body, parameters = ['wanted', 'p_count']) => (
  callIn('mysql', statement, values, [{ name: 'f', definition: { parameters, body } }]));

test('a procedure of MySQL has the statements of its body, with the arguments of the call', () => {
  const body = `BEGIN -- SELECT 1 FROM comment
    DECLARE v_stock, stock INT DEFAULT 0; DECLARE c CURSOR FOR SELECT id FROM shelf WHERE sku = Wanted;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
    START TRANSACTION;
    SELECT g.stock, REPLACE(g.name, 'a.b (c);', '') INTO v_stock, stock FROM goods g WHERE g.sku = wanted AND g.n<=p_count;
    IF v_stock >= p_count AND EXISTS (SELECT 1 FROM ban WHERE who = 'it''s') THEN
      UPDATE goods SET stock = v_stock-p_count WHERE sku = wanted;
      INSERT INTO \`line\` (sku, p_count) VALUES (wanted, p_count) ON DUPLICATE KEY UPDATE p_count = p_count + 1;
      COMMIT;
    ELSE ROLLBACK; END IF; END`;
  const expected = [
    'R shelf sku=X', 'R goods sku=X', "R ban who=it's", 'W goods sku=X', 'R line', 'A line sku=X,p_count=3', 'W line',
  ];
  for (const [statement, ...values] of [['CALL f(?, ?)', 'X', 3], ["CALL F('X', ?)", 3], ["SELECT f('X', 3)"]]) {
    const { effects, inside } = inMysql(statement, values, body);
    assert.deepEqual(effects.map((text) => text.replace(' p_count=', ',p_count=')), expected, statement);
    assert.deepEqual(inside, ['goods'], statement);
  }
});

test('a procedure of MySQL that locks what it reads is safe; one with statements made at run time may do anything', () => {
  const locked = 'BEGIN DECLARE n INT; SELECT a INTO n FROM t WHERE id = wanted FOR UPDATE; UPDATE t SET a = n + 1 WHERE id = wanted; END';
  assert.deepEqual(inMysql('CALL f(?, 1)', ['X'], locked), { effects: ['R t id=X', 'W t id=X'], inside: [] });
  for (const body of ["BEGIN PREPARE s FROM 'DELETE FROM t'; EXECUTE s; END", 'SELECT a FROM (((', 'CALL unknown_to_all(1)']) {
    assert.deepEqual(inMysql('CALL f(?, 1)', ['X'], body), { effects: ANYTHING, inside: [] }, body);
  }
  assert.deepEqual(callIn('mysql', 'CALL f(1)', [], [{ name: 'f' }]).effects, ANYTHING);
});
