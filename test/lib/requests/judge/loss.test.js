'use strict';
// The loss of a race.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');

test('a row is lost, although the one that stays has an id that an answer of no serial order tells at this place', () => {
  let made = 0;
  const id = () => `${made += 1}f0c2a7b-2f09-4056-b6d9-5396483ff3fa`;
  const rowsOf = (ids) => ids.map((one, at) => ({ n: at + 1, id: one }));
  const stateOf = (ids) => ({ 'db://x': { session: { primary: ['n', 'id'], rows: rowsOf(ids) } } });
  const run = (first, second, left) => ({
    state: 'done', at: 1785248200000 + made, operations: [],
    responses: {
      first: { status: 200, body: { sessions: first } }, second: { status: 200, body: { sessions: second } },
    },
    states: { before: stateOf([]), middle: stateOf(first), after: stateOf(left) },
  });
  const serial = (a, b) => ({ AB: run([a], [a, b], [a, b]), BA: run([a, b], [a], [a, b]) });
  const [one, two] = [serial(id(), id()), serial(id(), id())];
  const [a, b] = [id(), id()];
  const { kind, row } = judge(run([a], [b], [b]), { AB: [one.AB, two.AB], BA: [one.BA, two.BA] });
  assert.deepEqual([kind, JSON.parse(row)], ['lost row', { n: 2 }]);
});
