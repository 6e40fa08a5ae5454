'use strict';
// Outcomes that are equal but for which new row has which id.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const STORE = 'postgres://shop';
const stateOf = (tables) => (
  { [STORE]: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, { rows, primary: ['id'] }])) });

// Each customer has an order, an event of it that does not name its table, and a mail.
function mailed(customers, events, mails) {
  const customerOf = (id) => customers[id - 1];
  const after = stateOf({
    orders: customers.map((customer, i) => ({ id: i + 1, customer })),
    outbox: events.map((id, i) => ({ id: i + 1, payload: { id, customer: customerOf(id) } })),
    mails: mails.map((order, i) => ({ id: i + 1, order_id: order, recipient: customerOf(order) })),
  });
  const made = ['orders', 'outbox', 'mails'].map((table) => `${STORE} ${table}.id`);
  const before = stateOf({ orders: [], outbox: [], mails: [] });
  const responses = { first: { status: 201 }, second: { status: 201 } };
  return { responses, states: { before, middle: {}, after }, made };
}

test('an id whose table no name tells may be of any one table, the same in all outcomes', () => {
  const serial = { AB: [mailed(['ann', 'bob'], [1, 2], [1, 2])], BA: [mailed(['bob', 'ann'], [1, 2], [1, 2])] };
  assert.deepEqual(judge(mailed(['ann', 'bob'], [2, 1], [2, 1]), serial), { verdict: 'fine', as: 'AB' });
  assert.equal(judge(mailed(['ann', 'bob'], [2, 1], [2, 2]), serial).verdict, 'race');
  const wrong = mailed(['ann', 'bob'], [2, 1], [2, 1]);
  wrong.states.after[STORE].outbox.rows[0].payload.id = 1;
  assert.equal(judge(wrong, serial).verdict, 'race');
});

// Each thread has a post, each post a mark; "parent" and "about" name no table, and no constraint does. The authors are
// given in the order in which each of the three rows got its id.
function threads(thread, post, mark) {
  const after = stateOf({
    threads: thread.map((author, i) => ({ id: i + 1, author })),
    posts: post.map((author, i) => ({ id: i + 1, author, parent: thread.indexOf(author) + 1 })),
    marks: mark.map((author, i) => ({ id: i + 1, author, about: post.indexOf(author) + 1 })),
  });
  const made = ['threads', 'posts', 'marks'].map((table) => `${STORE} ${table}.id`);
  const before = stateOf({ threads: [], posts: [], marks: [] });
  const sent = ['ann', 'bob'];
  const responses = { first: { status: 201 }, second: { status: 201 } };
  return { responses, states: { before, middle: {}, after }, made, sent };
}

const AB = ['ann', 'bob'];
const BA = ['bob', 'ann'];

test('a column that refers to new rows needs neither a name nor a constraint', () => {
  const serial = { AB: [threads(AB, AB, AB)], BA: [threads(BA, BA, BA)] };
  for (const outcome of [threads(AB, BA, AB), threads(AB, BA, BA), threads(BA, AB, AB)]) {
    assert.equal(judge(outcome, serial).verdict, 'fine');
  }
});

test('such a column that refers to the row of the other request is a race', () => {
  const serial = { AB: [threads(AB, AB, AB)], BA: [threads(BA, BA, BA)] };
  const wrong = threads(AB, BA, AB);
  const { posts } = wrong.states.after[STORE];
  posts.rows[0].parent = posts.rows[1].parent;
  assert.equal(judge(wrong, serial).verdict, 'race');
});

test('a number that stays with its row, as that of its author, refers to no new row', () => {
  const tickets = (authors, numbers) => {
    const after = stateOf({ tickets: authors.map((author, i) => ({ id: i + 1, author, owner: numbers[i] })) });
    const states = { before: stateOf({ tickets: [] }), middle: {}, after };
    return { responses: { first: { status: 201 }, second: { status: 201 } }, states, made: [`${STORE} tickets.id`] };
  };
  const serial = { AB: [tickets(AB, [1, 2])], BA: [tickets(BA, [2, 1])] };
  assert.equal(judge(tickets(AB, [2, 1]), serial).verdict, 'race');
});
