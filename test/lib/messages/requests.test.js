'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { stateLines } = require('../../../lib/messages/state-lines.js');
const { strictRequests } = require('../../../lib/messages/prove.js');
const { candidateLine, proofLine, raceFixed, raceTitle, requestsSummary } = require('../../../lib/messages/requests.js');

const handlers = { A: 'GET /quote', B: 'GET /quote' };

test('a line names the table, or the keys of a store that has no tables', () => {
  const lineOf = (table) => proofLine({ handlers, table, verdict: 'fine', runs: 3 }, { index: 1, count: 2, ms: 5900 });
  assert.equal(lineOf('seats'), 'proof 1 of 2  GET /quote twice  seats  as one by one (3 runs, 5.9 s)');
  assert.equal(lineOf('0'), 'proof 1 of 2  GET /quote twice  keys  as one by one (3 runs, 5.9 s)');
  assert.equal(lineOf(undefined), 'proof 1 of 2  GET /quote twice  as one by one (3 runs, 5.9 s)');
  const side = { handler: 'GET /quote' };
  const candidate = { id: 'abcdef', pattern: 'P1', first: side, second: side, store: 'files:.' };
  assert.equal(candidateLine({ ...candidate, table: '0' }), 'abcdef  P1  GET /quote twice  keys');
  assert.equal(candidateLine(candidate), 'abcdef  P1  GET /quote twice  files:.');
});

test('a lost update names the key of a store that has no tables, and the file of a folder', () => {
  const titleOf = (table, row, last) => raceTitle({ loss: { kind: 'lost update', table, row, serial: [{ ...row, ...last }] } });
  assert.match(titleOf('keys', { key: 'wallet:ann', value: '5' }, { value: '6' }), /^an update of wallet:ann is lost: value is '5', one by one '6'$/);
  assert.match(titleOf('.', { name: 'votes.json', content: 5 }, { content: 6 }), /^an update of votes.json is lost: content is 5, one by one 6$/);
  assert.match(titleOf('data', { name: 'votes', content: 5 }, { content: 6 }), /^an update of data\/votes is lost/);
  assert.match(titleOf('keys', { key: '<1a2b3c4d>', value: 5 }, { value: 6 }), /^an update of keys is lost/);
  assert.match(titleOf('pages', { id: 1, name: 'alien', content: 5 }, { content: 6 }), /^an update of pages is lost/);
});

test('a lost update of which each value is in a serial order tells all that differ', () => {
  const loss = { kind: 'lost update', table: 'found', row: { name: 'ann', n: 3 } };
  const serial = [{ name: 'bob', n: 3 }, { name: 'ann', n: 2 }];
  const text = `an update of found is lost: name, n are 'ann', 3, one by one 'bob', 3 or 'ann', 2`;
  assert.equal(raceTitle({ loss: { ...loss, serial } }), text);
});

test('a row that no serial order leaves has the name of its key or file, and a race on a file that of the file', () => {
  const titleOf = (table, row) => raceTitle({ loss: { kind: 'extra row', table, row } });
  assert.equal(titleOf('keys', { key: 'roles:7', value: ['admin'] }), 'roles:7 has what no serial order leaves (value ["admin"])');
  assert.equal(titleOf('line', { id: 1, n: 2 }), 'a row of line that no serial order leaves (id 1, n 2)');
  const twice = { loss: { kind: 'double use', count: 2, most: 1 }, handlers, store: 'files:.', table: 'data', keys: { name: ['a.json'] } };
  assert.match(raceTitle(twice), /^GET \/quote succeeds twice on file data\/a\.json, one by one once$/);
});

test('tables that do not fit together are named without their store, unless two have one name', () => {
  const titleOf = (...tables) => raceTitle({ loss: { kind: 'mixed state', tables } });
  assert.equal(titleOf('pg://shop orders', 'pg://shop mails'), 'tables that do not fit together: orders, mails');
  assert.equal(titleOf('pg://a orders', 'pg://b orders'), 'tables that do not fit together: pg://a orders, pg://b orders');
});

test('a synchronous call that cannot be held is told as such', () => {
  const lineOf = (until) => proofLine({
    handlers, verdict: 'unrepeatable', reason: 'not reached', details: { step: { who: 'first', until } }, runs: 4,
  }, { index: 1, count: 1, ms: 1000 });
  assert.match(lineOf({ site: 'a.js:1:1', isSynchronous: true }), /could not be repeated: the first request waits nowhere before/);
  assert.match(lineOf({ site: 'a.js:1:1' }), /could not be repeated: the first request did not reach the operation again/);
});

test('a message that is sent after what it overtook is fixed', () => {
  const race = { overtakes: true, handlers: { A: 'POST /orders', B: 'MESSAGE /orders' }, windows: { A: { operations: [{ verb: 'insert' }] } } };
  const fixed = (state, more) => raceFixed({ ...race, ...more }, { problem: { state }, of: 5 }).holds;
  assert.deepEqual([fixed('not parallel'), fixed('timeout'), fixed('not parallel', { overtakes: undefined })], [true, false, false]);
});

test('candidates that a proved race covers are counted, and those that are left', () => {
  const textOf = (covered, more) => requestsSummary(
    { counts: {}, covered, left: 0, races: [{}], ms: 1000, runs: 9, ...more });
  assert.match(textOf(0, { left: 2 }), /^ {2}2 candidates left when the time ran out \(--budget\)$/m);
  assert.match(textOf(0, { left: 1, interrupted: true }), /^ {2}1 candidate left when it was interrupted$/m);
  assert.match(textOf(1), /^ {2}1 more belongs to a race that is proved$/m);
  assert.match(textOf(2), /^ {2}2 more belong to a race that is proved$/m);
  assert.doesNotMatch(textOf(0), /more/);
});

test('of a table the rows are shown that differ between the orders, each as often as it does', () => {
  const rows = (...names) => names.map((name) => JSON.stringify({ name }));
  const many = rows('a', 'b', 'c', 'd', 'd');
  const lines = stateLines([{ table: 'seats', forced: [...many, ...rows('d', 'x')], AB: [...many, ...rows('y')], BA: [...many, ...rows('z')] }]);
  assert.deepEqual(lines, [
    '  state of seats {"name":"d"} {"name":"x"}   (and 5 rows as one by one)',
    '    one by one   A, B: {"name":"y"}    B, A: {"name":"z"}',
  ]);
  assert.deepEqual(stateLines([{ table: 'seats', forced: rows('a', 'a'), AB: rows('a'), BA: rows('a') }]),
    ['  state of seats {"name":"a"}   (and 1 row as one by one)', '    one by one   A, B: no other row']);
  assert.deepEqual(stateLines([{ table: 'seats', forced: [], AB: rows('a'), BA: rows('a') }]),
    ['  state of seats no row', '    one by one   A, B: {"name":"a"}']);
});

test('a request that is held at a call may race on what lies behind it', () => {
  const titleOf = (statement) => raceTitle({
    handlers, store: 'memory', loss: { kind: 'double use', count: 2, most: 1 }, windows: { A: { operations: [{ statement }] } },
  });
  const [first, call] = ['timers/promises.setTimeout', 'http.request'].map(titleOf);
  assert.equal(first, 'GET /quote succeeds twice on what the process keeps in memory, one by one once');
  assert.equal(call, 'GET /quote succeeds twice on what the process keeps in memory, or a server that it calls, one by one once');
});

test('--strict counts what was not judged and what was not tried', () => {
  assert.equal(strictRequests({ notJudged: 2, left: 1 }), '--strict: 2 pairs not judged, 1 candidate not tried');
  assert.equal(strictRequests({ notJudged: 1, left: 0 }), '--strict: 1 pair not judged');
  assert.equal(strictRequests({ notJudged: 0, left: 0 }), undefined);
});
