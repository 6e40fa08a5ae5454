'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { changesOf, statementKind } = require('../../../lib/trace/statement-kind.js');

const OF_KIND = {
  A: [
    'INSERT INTO t VALUES (1)', 'replace into t values (1)', 'INSERT OR REPLACE INTO t (update_of) VALUES (1)',
    'with x as (select 1) insert into t select * from x', 'with x as (insert into t values (1) returning *) select * from x',
    'with gone as (delete from t returning *) insert into old select * from gone', '/* from: a.js */ insert into t values (1)',
  ],
  W: [
    'update t set a = 1', '-- by id\n  UPDATE t SET a = 1', 'merge into t using u on true when matched then delete',
    'begin; update t set a = 1', 'update "select" set a = \'it\\\'s\'',
  ],
  D: ['delete from t', 'with x as (select 1) delete from t where id in (select * from x)', 'truncate table t', 'DROP TABLE t'],
  R: [
    'select 1', '(select 1) union (select 2)', 'with x as (select 1) select * from x', 'select replace(a, \'b\', \'c\') from t',
    'select * from t where a = \'x\' and b = \'; delete from t\'', 'select "into" from t -- for update', 'select $a$for update$a$',
    'with x as (select \'insert\') select * from x',
  ],
  undefined: [
    'select * from t for update', 'select * from t for no key update', 'select nextval(\'s\')', 'select * into u from t',
    'create trigger r after insert on t begin update u set a = 1; end', 'explain delete from t', 'begin', 'SET', 'GET', 'HDEL', '',
  ],
};

for (const [kind, statements] of Object.entries(OF_KIND)) {
  test(`statements of the kind ${kind}`, () => {
    for (const statement of statements) assert.equal(String(statementKind(statement)), kind, statement);
  });
}

test('each change of a statement is known with its table', () => {
  assert.deepEqual(changesOf('with x as (delete from only a returning *) insert into "s"."b" select * from x'), [
    { kind: 'D', table: 'a' }, { kind: 'A', table: '"s"."b"' },
  ]);
  assert.deepEqual(changesOf('select * from t'), []);
});

test('the time grows with the length of a text, also of one that does not end', () => {
  for (const part of ['a\\\'', 'a', '[', '$a', '"']) {
    const timeOf = (length) => {
      const text = `insert into t values ('${part.repeat(length)}`;
      const start = process.hrtime.bigint();
      statementKind(text);
      return Number(process.hrtime.bigint() - start);
    };
    const best = (length) => Math.min(...Array.from({ length: 5 }, () => timeOf(length)));
    best(1000);
    assert.ok(best(80_000) < 30 * best(10_000), part); // 64 times as long if each quote looked for its end
  }
});
