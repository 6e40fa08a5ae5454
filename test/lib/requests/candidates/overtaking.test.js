'use strict';
// Messages and calls that overtake what their sender does after it has sent them.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { overtaking } = require('../../../../lib/requests/candidates/overtaking.js');
const { overtaken } = require('../../../../lib/requests/judge/overtaken.js');
const { makeFolder, nacd, readJson } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'overtaking.cjs');

let services;
before(async () => { services = await startServices('redis'); });
after(() => services?.stop());

// Records the fixture. Returns its candidates of this kind, and prove(id).
async function recorded(t, way) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  const packages = installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  const env = { NACD_TEST_PRELOAD: PRELOAD, REDIS_URL: services.urls.redis };
  const run = (...args) => nacd(['requests', ...args], { cwd: folder, env });
  const command = ['--limit', '20', '--', 'node', 'main.cjs', way];
  await run('record', ...command);
  await run('find');
  const { candidates } = readJson(folder, '.nacd', 'requests', 'candidates.json');
  return { found: candidates.filter(({ overtakes }) => overtakes), prove: (id) => run('prove', id, ...command) };
}

test('a message overtakes the row that its consumer needs', async (t) => {
  const { found: [{ id }], prove } = await recorded(t, 'event');
  const { status, stdout, stderr } = await prove(id);
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /within one POST \/orders: MESSAGE \/orders is dealt with before the writefile of data: /);
  assert.match(stdout, / a row of data is lost .* {3}proved 5 of 5$/m);
  assert.match(stdout, /order {10}B:readfile {2}A:writefile$/m);
});

test('a consumer that looks again until the row is there does no harm, nor does a sender that sends again', async (t) => {
  for (const way of ['retry', 'again']) {
    const { found: [{ id }], prove } = await recorded(t, way);
    const { status, stdout, stderr } = await prove(id);
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /MESSAGE \/orders .* as one by one/);
  }
});

const ORDERS = { table: 'orders', keys: { id: ['7'] } };
const started = '2026-01-01T00:00:00.000Z';

function recordingOf(main, requests, { sent = [], heard = [], committed = [] } = {}) {
  const all = requests.map(({ operations, ...request }) => ({
    ...request, flow: 'f', operations: operations.map(([operation, t, about]) => (
      { operation, request: request.number, t, end: t + 1, store: 'pg', site: `${main}:${operation}`, ...about })),
  }));
  return {
    header: { started }, main, requests: new Map(all.map((one) => [one.number, one])),
    sent: new Map(sent), heard: new Map(heard), committed: new Set(committed),
  };
}

const consumer = recordingOf('mailer.js', [{
  number: 1, call: 'm1', method: 'MESSAGE', handler: 'MESSAGE /orders',
  operations: [[1, 20, { effects: [{ class: 'R', ...ORDERS }] }]],
}]);

const senderOf = (operations, about) => recordingOf('shop.js', [
  { number: 1, method: 'POST', handler: 'POST /orders', operations },
], { sent: [['m1', { request: 1, t: 5, queue: 'orders' }]], ...about });

const INSERT = { effects: [{ class: 'A', ...ORDERS }] };
const sitesOf = (candidates) => candidates.map(({ first, wasLater }) => [first.sites[0], wasLater]);

test('a message overtakes the end of the transaction in which its row was written', () => {
  const inTransaction = (about) => ({ transaction: 1, ...about });
  const control = inTransaction({ effects: [] });
  const operations = [[1, 1, control], [2, 2, inTransaction(INSERT)], [3, 8, control]];
  const found = (about) => sitesOf(overtaking([senderOf(operations, about), consumer]));
  assert.deepEqual(found({ committed: [1] }), [['shop.js:3', true]]);
  assert.deepEqual(found({ committed: [] }), []);
  assert.deepEqual(found({ committed: [1], sent: [['m1', { request: 1, t: 10, queue: 'orders' }]] }), []);
});

test('a statement that was on its way when the message was sent may come later', () => {
  const found = (t, end) => sitesOf(overtaking([senderOf([[1, t, { ...INSERT, end }]]), consumer]));
  assert.deepEqual(found(1, 9), [['shop.js:1', true]]);
  assert.deepEqual(found(1, 4), []);
  assert.deepEqual(found(30, 31), [['shop.js:1', false]]);
});

test('the push to a list that is a queue is no statement that may come later, one to another list is', () => {
  const push = (key) => ({ dialect: 'redis', statement: 'LPUSH', values: [key, '7'], effects: [{ class: 'W', table: '0', keys: { key: [key] } }] });
  const sender = senderOf([[1, 4, { ...push('jobs'), end: 8 }], [2, 4, { ...push('log'), end: 8 }], [3, 6, INSERT]]);
  const [{ first }] = overtaking([sender, { ...consumer, done: [{ queue: 'list jobs', id: 'm1' }] }]);
  assert.deepEqual(first.operations.map(({ operation }) => operation), [2, 3]);
});

test('a call overtakes what its caller does before it is answered', () => {
  const call = { sent: [['m1', { request: 1, t: 5, queue: 'http' }]], heard: [['m1', 25]] };
  const found = (t) => sitesOf(overtaking([senderOf([[1, t, INSERT]], call), consumer]));
  assert.deepEqual(found(6), [['shop.js:1', true]]);
  assert.deepEqual(found(26), []);
});

test('a call that nobody waits for overtakes what the callers of its sender do', () => {
  const hook = { number: 2, call: 'm2', method: 'POST', handler: 'POST /hook', operations: [[2, 40, { effects: [{ class: 'R', ...ORDERS }] }]] };
  const shop = recordingOf('shop.js', [
    { number: 1, method: 'POST', handler: 'POST /orders', t: 1, ms: 40, operations: [[1, 20, INSERT]] }, hook,
  ], { sent: [['m1', { request: 1, t: 5, queue: 'http' }]], heard: [['m1', 12]] });
  const noted = { effects: [{ class: 'A', table: 'charges', keys: {} }] }; // before it calls
  const found = (ms) => overtaking([shop, recordingOf('bank.js', [
    { number: 1, call: 'm1', method: 'POST', handler: 'POST /charge', t: 6, ms, operations: [[1, 6, noted]] },
  ], { sent: [['m2', { request: 1, t: 8, queue: 'http' }]], heard: [['m2', 41]] })]);
  assert.deepEqual(found(4).map(({ first, second }) => [first.handler, second.handler]), [['POST /orders', 'POST /hook']]);
  assert.deepEqual(found(4)[0].first.operations, [{ trace: 0, operation: 1 }]);
  assert.deepEqual(found(40), []);
});

test('a call overtakes another one that its sender may have given up, since a third one was refused', () => {
  const on = (number, call, t, effects, about) => recordingOf(`${call}.js`, [
    { number, call, method: 'PUT', handler: `PUT /${call}`, t, ms: 3, operations: effects.map((one, i) => [i + 1, t + i, { effects: [one] }]), ...about },
  ]);
  const R = { class: 'R', table: 'capacity', keys: {} };
  const hotel = on(1, 'm1', 3, [R, { class: 'A', ...ORDERS }]);
  const back = on(1, 'm3', 12, [{ class: 'D', ...ORDERS }]);
  const found = ({ status = 409, heard = 10 } = {}) => overtaking([
    recordingOf('trips.js', [{ number: 1, method: 'POST', handler: 'POST /trips', t: 1, ms: 20, operations: [] }], {
      sent: [['m1', 2], ['m2', 2], ['m3', 11]].map(([id, t]) => [id, { request: 1, t, queue: 'http' }]),
      heard: [['m1', 9], ['m2', heard], ['m3', 16]],
    }), hotel, on(1, 'm2', 3, [R], { status }), back,
  ]);
  const [{ first, second, pattern }] = found();
  assert.deepEqual([first.handler, second.handler, pattern], ['PUT /m1', 'PUT /m3', 'given up']);
  assert.deepEqual(first.operations, [{ trace: 1, operation: 2 }]); // what m2 also looks at is not held up
  assert.deepEqual([found({ status: 200 }), found({ heard: 13 })], [[], []]);
});

// Outcomes of runs with rows of one table, which the consumer changes last.
const outcome = (rows, { wasLater = true, writes = 1, logs = [] } = {}) => ({
  overtakes: { wasLater, site: 'mailer.js:1', statement: 'SELECT' }, logs,
  responses: { first: { status: 200 }, second: { status: 200 } },
  operations: writes > 0 ? [{ who: 'second', statement: 'UPDATE orders', rows: writes }] : [],
  states: { after: { 'pg orders': rows.map((row) => JSON.stringify(row)) } },
});
const sameStates = (one, other) => JSON.stringify(one.states) === JSON.stringify(other.states);
const compare = {
  view: (one) => one, rough: (one) => one, fits: (one, others) => others.some((other) => sameStates(one, other)),
};
const judged = (forced, serial) => overtaken(forced, { AB: [serial], BA: [serial] }, compare);

test('another state is harm, but for the order of a list, or if none of two orders is known to be meant', () => {
  const paid = outcome([{ id: 7, state: 'paid', log: ['new', 'paid'] }]);
  const isNew = [{ id: 7, state: 'new', log: ['new'] }];
  assert.equal(judged(outcome(isNew), paid).kind, 'lost update');
  assert.equal(judged(outcome(isNew, { wasLater: false }), paid).verdict, 'stale');
  assert.equal(judged(outcome(isNew, { wasLater: false, writes: 0 }), paid).kind, 'lost update');
  assert.equal(judged(outcome([{ id: 7, state: 'paid', log: ['paid', 'new'] }]), paid).verdict, 'stale');
  assert.equal(judged(outcome([{ id: 7, state: 'paid', log: ['new', 'paid'] }]), paid).verdict, 'fine');
});

test('a new error line is harm where the consumer keeps nothing that shows it', () => {
  const forced = outcome([{ id: 7 }], { logs: ['Error: no order'], writes: 0 });
  const serial = outcome([{ id: 7 }]);
  const after = (middle) => ({ ...serial, states: { ...serial.states, middle } });
  const verdictOf = (middle) => {
    const AB = [after(middle)];
    return overtaken(forced, { AB, BA: AB }, { ...compare, fits: () => true }).verdict;
  };
  assert.equal(verdictOf(serial.states.after), 'race');
  assert.equal(verdictOf({ 'pg orders': [] }), 'fine');
});
