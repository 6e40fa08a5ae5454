'use strict';
// Outcomes that are equal but for which new row has which id.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../lib/requests/judge.js');

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
