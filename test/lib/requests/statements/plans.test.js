'use strict';
// Plans of statements: what is read and changed, by which keys.
const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const { before, describe, test } = require('node:test');
const { loadPlanners } = require('../../../../lib/requests/statements/index.js');

let planOf;
before(async () => {
  planOf = await loadPlanners();
});

const planned = (dialect, statement, more) => planOf({ dialect, name: 'redis://h:1/0' }, { statement, ...more });
const brief = ({ steps }) => steps.map(({ class: kind, table, keys, columns, guards }) => (
  [kind, table, Object.keys(keys ?? {}).join(), columns?.join() ?? '*', ...(guards ? ['guards'] : [])].join(' ')));
const only = (dialect, statement) => planned(dialect, statement)[0];

// Statements that mean the same in all dialects; `P` is a parameter.
const COMMON = {
  'SELECT * FROM t WHERE id = P': ['R t id *'],
  'SELECT a FROM t WHERE id = P AND b > 3': ['R t id id,b,a'],
  'SELECT count(*) FROM t': ['R t  '],
  'SELECT a FROM t WHERE id = 1 OR id = 2': ['R t id id,a'],
  'SELECT a FROM t WHERE id = 1 OR b = 2': ['R t  id,b,a'],
  'SELECT x.a FROM t x JOIN u ON u.t = x.id WHERE u.k = P AND x.id = 3': ['R t id id,a', 'R u k t,k'],
  'SELECT a FROM t WHERE id IN (SELECT t FROM u WHERE k = P)': ['R t  id,a', 'R u k k,t'],
  'WITH w AS (SELECT id FROM t WHERE k = P) SELECT * FROM w': ['R t k k,id'],
  'INSERT INTO t (a, b) VALUES (P, 2)': ['A t  *'],
  'INSERT INTO t SELECT * FROM u WHERE k = P': ['R u k *', 'A t  *'],
  'UPDATE t SET a = P WHERE id = P': ['W t id a'],
  'UPDATE t SET a = a + 1 WHERE id = P': ['R t id id,a', 'W t id a'],
  'UPDATE t SET a = 1 WHERE id = P AND a = 0': ['W t id,a a guards'],
  'DELETE FROM t WHERE id = P': ['D t id *'],
  'DELETE FROM t WHERE expires < P': ['D t  * guards'],
};

describe('each dialect', () => {
  for (const [dialect, sign] of [['postgres', '$'], ['mysql', '?'], ['sqlite', '?']]) {
    for (const [text, expected] of Object.entries(COMMON)) {
      let count = 0;
      const statement = text.replace(/\bP\b/g, () => (sign === '$' ? `$${++count}` : '?'));
      test(`${dialect}: ${statement}`, () => assert.deepEqual(brief(only(dialect, statement)), expected));
    }
    test(`${dialect}: a text that can't be parsed may do anything`, () => {
      const plan = only(dialect, 'FROBNICATE t WITH )(');
      assert.equal(plan.understood, false);
      assert.deepEqual(brief(plan), ['R   *', 'W   *']);
    });
  }
});

describe('upserts are atomic', () => {
  const upserts = {
    postgres: 'INSERT INTO t (id, n) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET n = t.n + 1',
    sqlite: 'INSERT INTO t (id, n) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET n = n + 1',
    mysql: 'INSERT INTO t (id, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1',
  };
  for (const [dialect, statement] of Object.entries(upserts)) {
    test(dialect, () => {
      const plan = only(dialect, statement);
      assert.equal(plan.atomic, true);
      assert.deepEqual(plan.steps.map((step) => step.class), ['R', 'A', 'W']);
    });
  }
});

describe('increments', () => {
  const commutes = (statement) => only('postgres', statement).commutes;
  test('commute', () => assert.equal(commutes('UPDATE t SET n = n + $1 WHERE id = $2'), true));
  test('do not if a row is returned', () => assert.equal(commutes('UPDATE t SET n = n + 1 RETURNING n'), false));
  test('do not if the condition looks at the number', () =>
    assert.equal(commutes('UPDATE t SET n = n - 1 WHERE n > 0'), false));
  test('do not if another column is set', () => assert.equal(commutes('UPDATE t SET n = n + 1, m = 2'), false));
});

describe('transactions and locks', () => {
  const control = (dialect, statement) => only(dialect, statement).control;
  test('PostgreSQL', () => {
    assert.deepEqual(control('postgres', 'BEGIN'), { how: 'begin', isolation: undefined });
    assert.equal(control('postgres', 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ').isolation, 'repeatable read');
    assert.equal(control('postgres', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE').isolation, 'serializable');
    assert.equal(control('postgres', 'SAVEPOINT a'), undefined);
    assert.equal(control('postgres', 'ROLLBACK TO a'), undefined);
    assert.equal(control('postgres', 'ROLLBACK').how, 'rollback');
    assert.deepEqual(only('postgres', 'SELECT pg_advisory_xact_lock($1)').locks, [
      { advisory: [{ param: 1 }], how: 'acquire', scope: 'transaction' },
    ]);
    assert.equal(only('postgres', 'SELECT pg_advisory_unlock(7)').locks[0].how, 'release');
    assert.equal(only('postgres', 'SELECT * FROM t WHERE id = 1 FOR UPDATE').locks.length, 1);
    assert.equal(only('postgres', 'SELECT * FROM t WHERE id = 1 FOR SHARE').locks.length, 0);
  });
  test('MySQL', () => {
    assert.equal(control('mysql', 'START TRANSACTION WITH CONSISTENT SNAPSHOT').how, 'begin');
    assert.deepEqual(control('mysql', 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'), {
      how: 'isolation', scope: 'session', isolation: 'read committed',
    });
    assert.equal(only('mysql', 'SELECT * FROM t WHERE id = 1 FOR UPDATE').locks.length, 1);
    assert.deepEqual(only('mysql', "SELECT GET_LOCK('x', 1)").locks, [
      { advisory: [{ value: 'x' }], how: 'acquire', scope: 'session' },
    ]);
  });
  test('an advisory lock by the hash of a name', () => {
    const [{ advisory }] = only('postgres', 'SELECT pg_advisory_xact_lock(hashtext($1))').locks;
    assert.deepEqual(advisory, [{ value: 'hashtext' }, { param: 1 }]);
  });
  test('SQLite', () => {
    assert.equal(only('sqlite', 'BEGIN IMMEDIATE').locks[0].name, 'database');
    assert.equal(control('sqlite', 'ROLLBACK TO a'), undefined);
  });
  test('several statements in one text', () => {
    const plans = planned('postgres', 'BEGIN; UPDATE t SET a = 1; COMMIT');
    assert.deepEqual(plans.map((plan) => plan.control?.how), ['begin', undefined, 'commit']);
  });
});

describe('Redis', () => {
  const redis = (statement, values, rows) => planned('redis', statement, { values, rows })[0];
  const keys = ({ steps }) => steps.map(({ class: kind, keys: where, columns }) => (
    [kind, where?.key.map(({ value }) => value).join() ?? '*', columns?.join() ?? '*'].join(' ')));
  for (const [command, expected] of Object.entries({
    'GET a': ['R a *'], 'MGET a b': ['R a,b *'], 'MSET a 1 b 2': ['W a,b *'], 'HSET h x 1 y 2': ['W h x,y'],
    'HGET h x': ['R h x'], 'HINCRBY h x 1': ['R h x', 'W h x'], 'ZADD z NX 1 m': ['W z m'], 'KEYS *': ['R * *'],
    'SET a 1 EX 5 NX': ['R a *', 'A a *'], 'SET a 1 GET': ['R a *', 'W a *'], 'BLPOP a b 0': ['R a,b *', 'W a,b *'],
    'EVAL script 2 a b c': ['R a,b *', 'W a,b *'], 'EXPIRE a 5': ['W a expire'], 'FROB a': ['R * *', 'W * *'],
  })) {
    test(command, () => {
      const [name, ...values] = command.split(' ');
      assert.deepEqual(keys(redis(name, values)), expected);
    });
  }
  test('SET NX that did nothing is no lock', () => {
    assert.equal(redis('SET', ['a', '1', 'NX'], 1).locks.length, 1);
    assert.equal(redis('SET', ['a', '1', 'NX'], 0).locks.length, 0);
    const expiryOf = (...options) => redis('SET', ['a', '1', ...options], 1).locks[0].expires;
    assert.deepEqual([expiryOf('NX'), expiryOf('EX', 5, 'NX'), expiryOf('nx', 'px', '400')], [undefined, 5000, 400]);
  });
  test('a script that makes a key which expires, if it is not there, is a lock, also by its hash', () => {
    const script = `if redis.call('exists', KEYS[1]) == 1 then return 0 end
      redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1`;
    const hash = crypto.createHash('sha1').update(script).digest('hex');
    const of = (name, text, more) => planned('redis', name, { values: [text, 1, 'lock:a', 'me', 1000], ...more })[0];
    const how = ({ locks }) => locks.map((lock) => `${lock.how} ${lock.name}`);
    assert.deepEqual(how(of('EVAL', script, { rows: 1 })), ['acquire key:lock:a']);
    assert.deepEqual(how(of('EVALSHA', hash, { rows: 1 })), ['acquire key:lock:a']);
    assert.deepEqual(how(of('EVALSHA', hash, { rows: 0 })), []);
    assert.deepEqual(of('EVALSHA', hash, { failed: 'ReplyError' }).steps, []);
    assert.deepEqual(how(of('EVAL', 'redis.call("del", KEYS[1])', { rows: 1 })), ['release key:lock:a']);
  });
});
