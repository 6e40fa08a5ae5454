'use strict';
// Tests texts about a race that is proved.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { comparer } = require('../../../../lib/requests/judge/judge.js');
const { readRecording } = require('../../../../lib/requests/recording/recorded.js');
const { raceOf } = require('../../../../lib/requests/report/report.js');

const COUNT = 'SELECT count(*) FROM api_key WHERE user_id = $1';
const INSERT = 'INSERT INTO api_key (user_id, label, secret) VALUES ($1, $2, $3)';
const SECRETS = ['ef2f0293913e', '77aa01cc35dd'];

const read = { class: 'R', table: 'api_key', keys: { user_id: ['5'] } };
const added = { class: 'A', table: 'api_key', keys: { user_id: ['5'], label: ['laptop'], secret: [SECRETS[0]] } };
const operations = [
  { operation: 1, request: 1, statement: COUNT, values: [5], shownSite: 'keys.js:3:9', effects: [read] },
  { operation: 2, request: 1, statement: INSERT, values: [5, 'laptop', SECRETS[0]], shownSite: 'keys.js:5:9', effects: [added] },
];
const request = { number: 1, headers: [], operations };

const rows = (...secrets) => ({ db: { api_key: { primary: ['id'], rows: secrets.map((secret, id) => ({ id, user_id: 5, label: 'laptop', secret })) } } });
const outcome = (statuses, after, own = []) => ({
  at: 0, operations: own, responses: { first: { status: statuses[0] }, second: { status: statuses[1] } },
  states: { before: rows(), middle: rows(SECRETS[1]), after },
});
const done = (who, [one, secret]) => ({ who, statement: one.statement, values: secret ? [5, 'laptop', secret] : one.values });

function pairOf({ window = operations, windows, own: recorded = operations } = {}) {
  const candidate = { id: '1', same: true, table: 'api_key', keys: added.keys, first: { handler: 'POST /keys', request: 1 }, second: { handler: 'POST /keys', request: 1 } };
  const sent = { ...request, operations: recorded };
  const recordings = { all: [] };
  const windowOf = (who) => windows?.[who] ?? window;
  return { recordings, candidate, requests: { first: sent, second: sent }, windowOf };
}

function told(how) {
  const pair = pairOf(how);
  const order = [['first', [operations[0]]], ['second', [operations[0]]], ['second', [operations[1], SECRETS[1]]], ['first', [operations[1], SECRETS[1]]]];
  const own = [{ who: 'first', statement: 'begin' }, ...how?.more ?? [], ...order.map(([who, what]) => done(who, what))];
  const serial = { AB: [outcome([201, 403], rows(SECRETS[1]))], BA: [outcome([403, 201], rows(SECRETS[1]))] };
  const forced = [outcome([201, 201], rows(SECRETS[1], SECRETS[1]), own)];
  const judgement = { verdict: 'race', kind: 'double use', count: 2, most: 1 };
  return raceOf({ pair, forced, serial, compare: comparer(serial, forced), judgement, agree: 5, of: 5, runs: 9 });
}

test('operations whose call site is known with their result have it, and others are not among them', () => {
  const { order, windows } = told();
  assert.deepEqual(windows.A.operations.map(({ site }) => site), ['keys.js:3:9', 'keys.js:5:9']);
  assert.deepEqual(order.map(({ who, site }) => `${who} ${site}`), ['A keys.js:3:9', 'B keys.js:3:9', 'B keys.js:5:9', 'A keys.js:5:9']);
});

test('what a client asks at such a call site about its connection is not among them, unless the window has it', () => {
  const shownOf = (statement, window) => told({ window, more: [{ who: 'first', site: 'keys.js:3:9', statement }] }).order.map((one) => one.statement);
  const window = operations.map((one) => ({ ...one, site: one.shownSite }));
  assert.deepEqual(shownOf('select version();', window), []);
  for (const one of ['DISCARD ALL', 'SET search_path = shop', 'set time_zone to 1']) assert.deepEqual(shownOf(one, window), [], one);
  for (const one of ['DISCARD', 'SET key: ?']) assert.deepEqual(shownOf(one, window), [one], one);
  assert.deepEqual(shownOf('select * from api_key', window), ['select * from api_key']);
  const call = { ...window[0], statement: 'SELECT redeem($1)' };
  assert.deepEqual(shownOf(call.statement, [call]), [call.statement]);
});

test('so has an operation that another request made in the recording', () => {
  const others = operations.map((one) => ({ ...one, request: 7 }));
  const { windows } = told({ window: others, own: [] });
  assert.deepEqual(windows.A.operations.map(({ site }) => site), ['keys.js:3:9', 'keys.js:5:9']);
});

test('a key that may be new in each run is the one that a request names, if the run has it with these values', () => {
  const set = { ...operations[1], effects: [{ class: 'W', table: '0', keys: { key: ['roles:7'] } }] };
  const pair = pairOf({ own: [operations[0], set] });
  const keysOf = (...list) => ({ redis: { keys: { primary: ['key'], rows: list } } });
  const serial = { AB: [outcome([200, 204], keysOf())], BA: [outcome([200, 204], keysOf())] };
  const about = { agree: 5, of: 5, runs: 9 };
  const raceWith = (row, value) => {
    const forced = [outcome([200, 204], keysOf({ key: 'roles:7', value }))];
    const judgement = { verdict: 'race', kind: 'extra row', table: 'redis keys', row: JSON.stringify(row) };
    return raceOf({ pair, forced, serial, compare: comparer(serial, forced), judgement, ...about });
  };
  const row = { key: '<66a051a0>', value: ['admin'] };
  const { loss, state } = raceWith(row, ['admin']);
  assert.deepEqual([loss.row.key, state[0].forced], ['roles:7', ['{"key":"roles:7","value":["admin"]}']]);
  assert.equal(raceWith(row, ['other']).loss.row.key, '<66a051a0>');
});

test('a value that is a list or an object is shown as JSON', () => {
  const values = [[1, 2], { a: null }, null];
  const own = { ...operations[0], statement: 'UPDATE t SET a = ANY($1), b = $2, c = $3', values };
  const shown = told({ window: [own] }).windows.A.operations[0].statement;
  assert.equal(shown, `UPDATE t SET a = ANY('[1,2]'), b = '{"a":null}', c = null`);
});

test('the row is named by the columns that one of both asks for', () => {
  assert.deepEqual(told().keys, { user_id: ['5'] });
});

test('so are the rows, if each of both asks for one of its own in the proof', () => {
  const of = (id, used = id) => [
    { ...operations[0], values: [used], effects: [{ class: 'U', table: 'api_key', keys: { user_id: [id] } }] },
  ];
  const keysOf = (first, second) => told({ windows: { first, second } }).keys;
  assert.deepEqual(keysOf(of('5'), of('6')), { user_id: ['5', '6'] });
  assert.deepEqual(keysOf(of('5'), of('5')), { user_id: ['5'] });
  assert.deepEqual(keysOf(of('5'), of('6', '5')), { user_id: ['5'] });
});

test('secrets of an inserted row are not shown, and the name of a table makes no secret', () => {
  const text = JSON.stringify(told());
  for (const secret of SECRETS) assert.ok(!text.includes(secret), text);
  assert.match(text, /laptop/);
});

test('a call site may be told before its operation, which has ended then', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-site-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const lines = [
    '{"type":"store","store":1,"name":"db","dialect":"postgres"}', '{"type":"site","operation":1,"site":"a.js:1:1"}',
    '{"type":"operation","t":1,"operation":1,"store":1,"statement":"SELECT 1"}',
  ];
  fs.writeFileSync(path.join(folder, 'recorded-1-0.ndjson'), `${lines.join('\n')}\n`);
  fs.writeFileSync(path.join(folder, 'trace-1-0.ndjson'), '');
  const { operations: known } = readRecording(path.join(folder, 'trace-1-0.ndjson'));
  assert.equal(known.get(1).shownSite, 'a.js:1:1');
});

test('of tables that do not fit together the rows are told that differ between the serial orders', () => {
  const of = (price, indexed) => ({ db: {
    products: { primary: ['sku'], rows: [{ sku: 'mug', price }] },
    docs: { primary: ['sku'], rows: [{ sku: 'mug', price: indexed }] },
    shelves: { primary: ['sku'], rows: [{ sku: 'mug', shelf: 4 }] },
  } });
  const after = (...prices) => (
    { ...outcome([200, 200]), at: 1e12, states: { before: of(9, 9), middle: of(9, 9), after: of(...prices) } });
  const serial = { AB: [after(12, 12)], BA: [after(11, 11)] };
  const forced = [after(12, 11)];
  const stateOf = (kind) => raceOf({
    pair: pairOf(), forced, serial, compare: comparer(serial, forced), judgement: { verdict: 'race', kind, tables: [] },
    agree: 5, of: 5, runs: 9,
  }).state.map(({ table, ...rows }) => [table, ...['forced', 'AB', 'BA'].map((name) => JSON.parse(rows[name][0]).price)]);
  assert.deepEqual(stateOf('mixed state'), [['docs', 11, 12, 11], ['products', 12, 12, 11]]);
  assert.deepEqual(stateOf('double use'), []);
});
