'use strict';
// Ids of new rows, where they stand in other rows.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../lib/requests/judge.js');

const STORE = 'postgres://shop';
const NAMES = ['a', 'b'];

// Two new tags with these ids, and two articles that refer to them.
function tagged(ids, column) {
  const tags = NAMES.map((name, i) => ({ id: ids[i], name }));
  const article = ['x', 'y'].map((id, i) => ({ id, [column]: ids[i] }));
  const state = { [STORE]: { tags: { rows: tags, primary: ['id'] }, article: { rows: article, primary: ['id'] } } };
  return {
    at: Date.now(), responses: { first: { status: 200 }, second: { status: 200 } },
    states: { before: {}, middle: {}, after: state },
    operations: [], sent: NAMES, methods: { first: 'POST', second: 'POST' }, deletes: [], made: [`${STORE} tags.id`],
  };
}

// A refused insert has used up the id 2.
const verdictOf = (column) => judge(tagged([1, 3], column), {
  AB: [tagged([1, 2], column)], BA: [tagged([2, 1], column)],
}).verdict;

test('a foreign key may have the name of its table without "id"', () => {
  assert.deepEqual(['tag_id', 'tag', 'first_tag', 'firstTag'].map(verdictOf), Array(4).fill('fine'));
});

test('a column of another name has numbers of its own', () => {
  assert.deepEqual(['stage', 'tag_count'].map(verdictOf), ['race', 'race']);
});
