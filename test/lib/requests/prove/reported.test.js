'use strict';
// Races that show the same bug.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { isReported } = require('../../../../lib/requests/prove/reported.js');

const handlers = { A: 'POST /lunch', B: 'POST /lunch' };
const statuses = { forced: { A: 201, B: 201 }, AB: { A: 201, B: 409 }, BA: { A: 409, B: 201 } };
const steps = (text) => text.split(' ').map((step) => {
  const [who, verb] = step.split(':');
  return { who, verb, site: `server.js:${verb.length}:1` };
});
const race = (order, more = {}) => ({ handlers, statuses, loss: { kind: 'double' }, order: steps(order), ...more });

const SHORT = 'A:readfile B:readfile B:writefile A:writefile';
const LONG = 'A:readfile B:readfile B:mkdir B:writefile A:mkdir A:writefile';

test('a larger window with the same loss and answers shows the same bug', () => {
  assert.ok(isReported(race(LONG), [race(SHORT)]));
});

test('the two requests may change places', () => {
  assert.ok(isReported(race('B:readfile A:readfile A:mkdir A:writefile B:mkdir B:writefile'), [race(SHORT)]));
});

test('another loss, other answers, other handlers or another order are another bug', () => {
  const others = [
    race(LONG, { loss: { kind: 'lost' } }), race(LONG, { statuses: { ...statuses, forced: { A: 201, B: 500 } } }),
    race(LONG, { handlers: { A: 'POST /lunch', B: 'DELETE /lunch' } }), race('A:readfile B:readfile A:writefile B:writefile'),
  ];
  assert.deepEqual(others.map((one) => isReported(one, [race(SHORT)])), [false, false, false, false]);
});

test('calls that one request makes at the same time show the race of the statements around them', () => {
  const own = { within: 'POST /cart' };
  const ofCalls = race(SHORT, { ...own, handlers: { A: 'PUT /a', B: 'PUT /b' } });
  const ofStatements = race(LONG, { ...own, statuses: { ...statuses, forced: { A: 200, B: 200 } } });
  assert.ok(isReported(ofStatements, [ofCalls]));
  assert.ok(!isReported({ ...ofStatements, within: 'POST /lunch' }, [ofCalls]));
});

test('one check that two requests pass at once is one bug, whichever of the tables that they change shows it', () => {
  const refusal = (error) => ({ AB: { A: {}, B: { error } }, BA: { A: { error }, B: {} } });
  const twice = (order, table, bodies = refusal('exceeds charge')) => race(order, {
    loss: { kind: 'double use', state: { kind: 'duplicate', table } }, bodies,
  });
  const known = [twice('A:select B:select B:insert A:insert', 'refund')];
  const other = 'A:look B:look B:update A:update';
  assert.ok(isReported(twice(other, 'refund'), known));
  assert.ok(!isReported(twice(other, 'charge'), known));
  assert.ok(!isReported(twice(other, 'refund', refusal('closed')), known));
  assert.ok(!isReported({ ...twice(other, 'refund'), loss: { kind: 'lost update' } }, known));
});

test('equal rows that two requests add are one bug, whichever of the tables that they change shows it', () => {
  const added = (order, row, count = 2) => race(order, { loss: { kind: 'duplicate', table: 'refund', row, count } });
  const known = [added('A:select B:select B:insert A:insert', '{"of":1}')];
  const other = 'A:look B:look B:update A:update';
  const found = [added(other, '{"of":1}'), added(other, '{"of":2}'), added(other, '{"of":1}', 3)];
  assert.deepEqual(found.map((one) => isReported(one, known)), [true, false, false]);
});
