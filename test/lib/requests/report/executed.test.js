'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const messages = require('../../../../lib/messages/index.js');
const { asExecuted } = require('../../../../lib/requests/report/executed.js');

const command = (text) => {
  const [who, statement] = text.split(' ');
  return { who, statement, store: 1, dialect: 'redis' };
};
const order = (...texts) => asExecuted(texts.map(command)).map(({ who, statement }) => `${who} ${statement}`);

test('the commands of a transaction in Redis ran with its EXEC', () => {
  assert.deepEqual(order('A WATCH', 'A MULTI', 'A SET', 'B INCR', 'A EXEC'), ['A WATCH', 'B INCR', 'A MULTI', 'A SET', 'A EXEC']);
  assert.deepEqual(order('A MULTI', 'B MULTI', 'A SET', 'B SET', 'B EXEC', 'A EXEC'),
    ['B MULTI', 'B SET', 'B EXEC', 'A MULTI', 'A SET', 'A EXEC']);
});

test('commands outside of a transaction, and statements of other stores, keep their order', () => {
  assert.deepEqual(order('A GET', 'B SET', 'A SET'), ['A GET', 'B SET', 'A SET']);
  const others = [{ who: 'A', statement: 'MULTI', dialect: 'postgres' }, { who: 'B', statement: 'SELECT' }];
  assert.deepEqual(asExecuted(others), others);
});

test('an answer with status 200 that has errors in it, as GraphQL gives, is shown so', () => {
  const refused = { errors: [{ message: 'used' }] };
  const done = { data: { redeem: true } };
  const race = {
    id: 'abc', title: 'redeem succeeds twice', agree: 5, of: 5, order: [], state: [], pattern: 'other', loss: { kind: 'double use' },
    handlers: { A: 'POST /graphql', B: 'POST /graphql' },
    windows: { A: { handler: 'POST /graphql', operations: [] }, B: { handler: 'POST /graphql', operations: [] } },
    statuses: { forced: { A: 200, B: 200 }, AB: { A: 200, B: 200 }, BA: { A: 200, B: 200 } },
    bodies: { forced: { A: done, B: done }, AB: { A: done, B: refused }, BA: { A: refused, B: done } },
  };
  const text = messages.requestRaceBlock(race);
  assert.match(text, /answers {8}A 200, B 200$/m);
  assert.match(text, /one by one {5}A, B: 200, 200 with errors {4}B, A: 200, 200 with errors$/m);
});
