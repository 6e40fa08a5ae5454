'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { follow, remember, sends } = require('../../../../lib/preload/requests/drivers/pg-unsent.js');

function connectionOf(undone) {
  const connection = {};
  return { run: (statement) => follow(connection, statement), connection, send: (element) => (
    remember(connection, () => undone.push(element), element)) };
}

test('what a transaction sends is taken back when it is rolled back, not when it commits or goes back to a savepoint', () => {
  const undone = [];
  const { run, send } = connectionOf(undone);
  send('none'); // outside of a transaction
  for (const [statement, element] of [
    ['BEGIN', 'a'], ['ROLLBACK TO SAVEPOINT s', 'b'], ['rollback work to s', 'c'], ['SELECT 1', 'd'], ['COMMIT', 'none'],
    ['ROLLBACK', 'none'], ['start transaction', 'e'], ['  rollback;', 'none'], ['begin isolation level serializable', 'f'],
  ]) {
    run(statement);
    send(element);
  }
  assert.deepEqual(undone, ['e']);
  run('ABORT');
  assert.deepEqual(undone, ['e', 'f']);
});

test('the transaction of each connection is its own, and tells what it sends', () => {
  const [one, other] = [connectionOf([]), connectionOf([])];
  one.run('BEGIN');
  one.send('a');
  assert.deepEqual([one, other].map(({ connection }) => sends(connection, 'a')), [true, false]);
});
