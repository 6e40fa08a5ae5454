'use strict';
// New rows in the answer of a request that only reads.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../lib/requests/judge/judge.js');

const STORE = 'postgres://shop';
const post = { rows: [{ id: 7, text: 'x' }], primary: ['id'] };
const INSERT = { who: 'second', statement: 'INSERT INTO post (text) VALUES (1)', rows: 1 };
const NONE = { list: [], recent: [] };
const ALL = { list: [{ id: 7 }], recent: [{ id: 7 }] };
const MIXED = { list: [], recent: [{ id: 7 }] };

function judged(about) {
  const run = (body) => ({
    responses: { first: { status: 200, body }, second: { status: 200 } }, made: [`${STORE} post.id`],
    states: { before: { [STORE]: { post: { ...post, rows: [] } } }, middle: {}, after: { [STORE]: { post } } },
    operations: [INSERT], ...about,
  });
  return judge(run(MIXED), { AB: [run(NONE), run(NONE)], BA: [run(ALL), run(ALL)] });
}

test('a reader that shows a new row in one list and not in another has changed no row', () => {
  const select = { who: 'first', statement: 'SELECT * FROM post' };
  assert.equal(judged({ methods: { first: 'GET', second: 'POST' } }).verdict, 'stale');
  assert.equal(judged({ handlers: { first: 'POST /graphql query posts' } }).verdict, 'stale');
  assert.equal(judged({ operations: [INSERT, select] }).verdict, 'stale');
});
