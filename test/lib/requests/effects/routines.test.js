'use strict';
// What a call of a function in the database does: the statements in its body, with the values of the call.
const assert = require('node:assert/strict');
const { before, test } = require('node:test');
const { effectsOf } = require('../../../../lib/requests/effects/effects.js');
const { changedInside } = require('../../../../lib/requests/effects/routines.js');
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
function called(statement, values, ...definitions) {
  const functions = definitions.map((definition) => ({ name: /\.(\w+)\(/.exec(definition)[1], definition }));
  const database = { schema: () => SCHEMA, views: [], functions };
  const [plan] = planOf({ dialect: 'postgres' }, { statement });
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

test('a function may do anything if its statements are made at run time, or its text is not known', () => {
  for (const body of ["EXECUTE 'DELETE FROM t'; RETURN 0;", 'RETURN unknown_to_all((;', "PERFORM f('a', 1); RETURN 0;"]) {
    const { effects, inside } = called('SELECT f($1, 1)', ['X'], plpgsql(body));
    assert.deepEqual([effects, inside], [ANYTHING, []], body);
  }
  assert.deepEqual(called('CALL other($1)', ['X'], plpgsql('RETURN 0;')).effects, ANYTHING);
  assert.deepEqual(called('SELECT lower($1)', ['X'], plpgsql('RETURN 0;')).effects, []);
});
