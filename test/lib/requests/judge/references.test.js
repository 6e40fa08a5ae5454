'use strict';
// Ids of new rows, where they stand in other rows.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { readerOf } = require('../../../../lib/preload/requests/prove/readers/sql.js');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const STORE = 'postgres://shop';
const NAMES = ['a', 'b'];

// Two new tags with these ids, and two articles that refer to them, or have these numbers.
function tagged(ids, column, foreign, numbers = ids) {
  const tags = NAMES.map((name, i) => ({ id: ids[i], name }));
  const article = ['x', 'y'].map((id, i) => ({ id, [column]: numbers[i] }));
  const state = { [STORE]: { tags: { rows: tags, primary: ['id'] }, article: { rows: article, primary: ['id'], foreign } } };
  return {
    at: Date.now(), responses: { first: { status: 200 }, second: { status: 200 } },
    states: { before: {}, middle: {}, after: state },
    operations: [], sent: NAMES, methods: { first: 'POST', second: 'POST' }, deletes: [], made: [`${STORE} tags.id`],
  };
}

// A refused insert has used up the id 2.
const verdictOf = (column, foreign, numbers) => judge(tagged([1, 3], column, foreign, numbers), {
  AB: [tagged([1, 2], column, foreign)], BA: [tagged([2, 1], column, foreign)],
}).verdict;

test('a foreign key may have the name of its table without "id"', () => {
  assert.deepEqual(['tag_id', 'tag', 'first_tag', 'firstTag'].map((name) => verdictOf(name)), Array(4).fill('fine'));
});

test('a column of another name has numbers of its own, unless they are the ids in all orders', () => {
  assert.deepEqual(['stage', 'tag_count'].map((name) => verdictOf(name)), ['fine', 'fine']);
  assert.deepEqual(['stage', 'tag_count'].map((name) => verdictOf(name, undefined, [1, 4])), ['race', 'race']);
});

test('a foreign key tells the table, whatever its name is', () => {
  assert.equal(verdictOf('label', { label: 'public.tags' }), 'fine');
  assert.equal(verdictOf('label', { label: 'public.shelf' }), 'race');
});

test('foreign keys of SQLite are read with the rows', async () => {
  const answers = { 'SELECT': [{ id: 1 }], 'PRAGMA table_info': [{ name: 'id', pk: 1 }], 'PRAGMA foreign_key_list': [{ from: 'owner', table: 'users' }] };
  const query = async (text) => Object.entries(answers).find(([start]) => text.startsWith(start))[1];
  const { primary, foreign } = await readerOf({ dialect: 'sqlite' }, { query }).read('article');
  assert.deepEqual([primary, foreign], [['id'], { owner: 'users' }]);
});
