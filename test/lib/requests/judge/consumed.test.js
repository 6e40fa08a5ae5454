'use strict';
// A code that works once and is deleted when it is used, beside what is only removed.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { isRemoval, removalsIn } = require('../../../../lib/requests/judge/consumed.js');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const DELETE = { site: 'a.js:1:1', api: 'q', statement: 'DELETE FROM otp WHERE id = 1' };
const GONE = { 'postgres://shop': { otp: { rows: [], primary: ['id'] } } };

const ran = (handler, [first, second], rows, { method = 'POST', statement = DELETE.statement, ...more } = {}) => ({
  ...more,
  at: Date.now(), sent: [], deletes: [],
  methods: { first: method, second: method }, handlers: { first: handler, second: handler },
  responses: { first, second }, states: { before: GONE, middle: GONE, after: GONE },
  removals: removalsIn([{ ...DELETE, statement, effects: [{ class: 'R' }, { class: 'D' }] }]),
  operations: rows.map((count, at) => ({ who: ['first', 'second'][at], ...DELETE, statement, rows: count })),
});

// `more.rows`: those that each request of the forced run changes.
function verdictOf(handler, given, refused, more) {
  const serial = {
    AB: [ran(handler, [given, refused], [1], more)], BA: [ran(handler, [refused, given], [0, 1], more)],
  };
  const { verdict, kind } = judge(ran(handler, [given, given], more?.rows ?? [0, 1], more), serial);
  return kind ?? verdict;
}

const OK = { status: 200, body: { ok: true } };
const NOT_OK = { status: 400, body: { ok: false } };

test('a code that two requests use up is a double use, whatever tells that it works once', () => {
  assert.equal(verdictOf('POST /otp/verify', OK, NOT_OK), 'double use');
  assert.equal(verdictOf('POST /otp/verify', OK, { status: 200, body: { ok: false } }), 'double use');
  assert.equal(verdictOf('POST /tickets/:id/scan', { status: 200, body: { seat: 'A1' } }, { status: 410 }), 'double use');
});

test('to be told twice that something is removed is no harm', () => {
  assert.equal(verdictOf('POST /logout', OK, NOT_OK), 'stale answer');
  assert.equal(verdictOf('POST /auth/signOut', OK, NOT_OK), 'stale answer');
  assert.equal(verdictOf('POST /graphql mutation removeLine', OK, NOT_OK), 'stale answer');
  assert.equal(verdictOf('DELETE /codes/:code', OK, NOT_OK, { method: 'DELETE' }), 'stale answer');
  assert.equal(verdictOf('POST /codes/:code', { status: 204 }, NOT_OK), 'stale answer'); // nobody got anything
});

test('so it is in Redis', () => {
  assert.equal(verdictOf('POST /logout', OK, NOT_OK, { statement: 'DEL' }), 'stale answer');
  assert.equal(verdictOf('POST /otp/verify', OK, NOT_OK, { statement: 'DEL' }), 'double use');
});

test('words that only look like a removal are none', () => {
  for (const handler of ['POST /units/:id/claim', 'POST /otp/check', 'POST /outlets', 'POST /endorse']) assert.ok(!isRemoval(handler));
  for (const handler of ['POST /posts/:id/unlike', 'DELETE /a', 'POST /sessions/revokeAll']) assert.ok(isRemoval(handler));
});

test('an operation that writes a row, too, is no removal', () => {
  assert.deepEqual(removalsIn([{ ...DELETE, effects: [{ class: 'D' }, { class: 'A' }] }, { ...DELETE, effects: [{ class: 'R' }] }]), []);
});

const MARK = 'UPDATE otp SET used = true WHERE id = 1';
const LINK = { method: 'GET', statement: MARK, isCopy: true, rows: [1, 1] };
const JWT = { status: 200, body: { jwt: 'e30' } };

test('a link that a GET uses up is a double use, as each serial order refuses one of two copies', () => {
  const both = (more) => verdictOf('GET /links/:token', JWT, { status: 401 }, { ...LINK, ...more });
  assert.equal(both(), 'double use');
  assert.equal(both({ statement: 'DEL' }), 'double use');
  assert.equal(both({ statement: DELETE.statement }), 'double use');
  assert.equal(both({ statement: 'readFile', isInMemory: true, isOnce: true }), 'double use');
  assert.equal(both({ isCopy: false }), 'stale answer'); // the other request may have ended it
});

test('a row that is marked as deleted is a removal where the handler is named so, whatever its method is', () => {
  const marks = { statement: MARK, rows: [1, 1] };
  for (const handler of ['POST /graphql mutation deleteOrder', 'POST /items/:id/remove', 'POST /logout']) {
    assert.equal(verdictOf(handler, OK, NOT_OK, marks), 'stale answer', handler);
  }
  for (const handler of ['POST /withdraw', 'POST /otp/verify', 'POST /orders/:id/cancel']) {
    assert.equal(verdictOf(handler, OK, NOT_OK, marks), 'double use', handler);
  }
});
