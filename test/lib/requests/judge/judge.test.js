'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge, serialProblem } = require('../../../../lib/requests/judge/judge.js');

const STORE = 'postgres://shop';
const NOW = Date.parse('2026-01-02T03:04:05Z');

// Tables as {coupon: [rows]}; `id` is the primary key of each.
function stateOf(tables) {
  return { [STORE]: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, { rows, primary: ['id'] }])) };
}

function outcome({ first = 200, second = 200, bodies = {}, before = {}, middle = {}, after, ...more }) {
  return {
    at: NOW,
    responses: { first: { status: first, body: bodies.first }, second: { status: second, body: bodies.second } },
    states: { before: stateOf(before), middle: stateOf(middle), after: stateOf(after) },
    operations: [], sent: ['X'], methods: { first: 'POST', second: 'POST' }, deletes: [], ...more,
  };
}

const used = (id) => ({ id, code: 'X' });
const once = (id) => outcome({ second: 409, middle: { redemption: [used(id)] }, after: { redemption: [used(id)] } });
const onceBA = (id) => outcome({ first: 409, middle: { redemption: [used(id)] }, after: { redemption: [used(id)] } });
const coupons = () => ({ AB: [once(1), once(8)], BA: [onceBA(2), onceBA(9)] });

test('a state and answers of a serial order are fine, whatever the new ids are', () => {
  assert.deepEqual(judge(onceBA(77), coupons()), { verdict: 'fine', as: 'BA' });
});

test('names of files are no generated ids: the request sends them, or they have no digit', () => {
  const file = (id, content) => ({ id, content });
  const run = (files) => outcome({ sent: ['PUT', 'b-1', 'txt'], after: { files } });
  const serial = () => [run([file('usage.json', 20), file('b-1.txt', 'x')]), run([file('usage.json', 20), file('b-1.txt', 'x')])];
  const { row } = judge(run([file('usage.json', 40), file('b-1.txt', 'x')]), { AB: serial(), BA: serial() });
  assert.deepEqual(JSON.parse(row), file('usage.json', 40));
});

test('a key with a number is generated, also where a new key beside it is a name', () => {
  const run = (page, text) => outcome({ sent: ['alien', 'new'], after: { keys: [{ id: 'version:alien', value: '1' }, { id: page, value: text }] } });
  const serial = { AB: [run('page:alien:0', 'old'), run('page:alien:0', 'old')], BA: [run('page:alien:1', 'new'), run('page:alien:1', 'new')] };
  assert.deepEqual(judge(run('page:alien:0', 'new'), serial), { verdict: 'fine', as: 'BA' });
});

test('an answer with an error in it, as GraphQL gives, is not that of the recording', () => {
  const run = (body) => outcome({ bodies: { first: body }, after: {} });
  const recorded = { first: { status: 200, body: { data: { like: 1 } } } };
  const problemOf = (body, of = recorded) => serialProblem({ AB: [run(body)], BA: [] }, of, 'AB')?.reason;
  assert.equal(problemOf({ errors: [{ message: 'already liked' }], data: { like: null } }), 'error answer');
  assert.equal(problemOf({ data: { like: 2 } }), undefined);
  assert.equal(problemOf({ errors: ['x'] }, { first: { status: 200, body: { errors: ['y'] } } }), undefined);
});

test('null in the place of a time, or of another value that is new in each run, is told as it is', () => {
  const run = (at) => outcome({ second: 404, after: { note: [{ id: 1, deleted_at: at }] } });
  const serial = () => [run('2026-01-02T03:04:04Z'), run('2026-01-02T03:04:06Z')];
  const { kind, row, serial: then } = judge(run(null), { AB: serial(), BA: serial() });
  assert.deepEqual([kind, row.deleted_at ?? JSON.parse(row).deleted_at], ['lost update', null]);
  assert.equal(JSON.parse(then[0]).deleted_at, '<time>');
});

test('copies of a request may have got the ids of each other; two lines of one order are a race', () => {
  const shop = (lines) => outcome({
    isCopy: true, sent: ['1', '2'], after: { order: [{ id: 1, total: 5 }, { id: 2, total: 5 }], line: lines },
  });
  const line = (id, orderId) => ({ id, orderId, item: 'lamp' });
  const orders = () => [shop([line(1, 1), line(2, 2)]), shop([line(1, 1), line(2, 2)])];
  const serial = { AB: orders(), BA: orders() };
  assert.deepEqual(judge(shop([line(1, 2), line(2, 1)]), serial), { verdict: 'fine', as: 'AB' });
  assert.equal(judge(shop([line(1, 1), line(2, 1)]), serial).verdict, 'race');
  delete serial.AB[0].states.after; // as of a run in which one was never answered
  assert.deepEqual(judge(shop([line(1, 2), line(2, 1)]), serial), { verdict: 'fine', as: 'AB' });
});

test('what stands under generated keys is compared', () => {
  const visited = (key, times) => outcome({ after: { page: [{ id: 1, hits: { [key]: times } }] } });
  const pages = () => [visited('kQzTbw', 2), visited('abcXYZ', 2)];
  const serial = { AB: pages(), BA: pages() };
  assert.deepEqual(judge(visited('other', 2), serial), { verdict: 'fine', as: 'AB' });
  assert.equal(judge(visited('other', 1), serial).verdict, 'race');
});

// Two customers order: the header of the first, all of the second, the rest of the first.
const ORDERS = `${STORE} orders.id`;
const LINES = `${STORE} lines.id`;
const lines = (...all) => all.map(([id, orderId, item]) => ({ id, order_id: orderId, item }));
function ordered(customers, bought, [first, second], more = {}) {
  const orders = customers.map((customer, i) => ({ id: i + 1, customer_id: customer }));
  return outcome({
    sent: ['1', '2', 'tea', 'cup'], made: [ORDERS, LINES], bodies: { first: { id: first }, second: { id: second } },
    targets: { first: '/orders', second: '/orders' }, after: { orders, lines: lines(...bought) }, ...more,
  });
}
const twoCustomers = () => ({
  AB: [ordered([1, 2], [[1, 1, 'tea'], [2, 2, 'cup']], [1, 2])], BA: [ordered([2, 1], [[1, 1, 'cup'], [2, 2, 'tea']], [2, 1])],
});

test('requests of two customers may have got the ids of single rows in another order, though they send such numbers', () => {
  const forced = ordered([1, 2], [[1, 2, 'cup'], [2, 1, 'tea']], [1, 2]);
  assert.deepEqual(judge(forced, twoCustomers()), { verdict: 'fine', as: 'AB' });
});

test('a line in the order of the other customer, and an answer with the id of the other one, are no mere change of ids', () => {
  const wrongLine = ordered([1, 2], [[1, 1, 'cup'], [2, 2, 'tea']], [1, 2]);
  assert.equal(judge(wrongLine, twoCustomers()).verdict, 'race');
  const wrongAnswer = ordered([1, 2], [[1, 2, 'cup'], [2, 1, 'tea']], [2, 1]);
  assert.notEqual(judge(wrongAnswer, twoCustomers()).verdict, 'fine');
});

test('a refused request leaves a gap in the ids, also where the other one sends such a number', () => {
  const booked = (id, customer) => [{ id, customer_id: customer, seat: 'A1' }];
  const run = (first, second, middle, after) => outcome({
    first, second, sent: ['1', '2'], made: [`${STORE} bookings.id`], middle: { bookings: middle }, after: { bookings: after },
  });
  const serial = { AB: [run(200, 409, booked(1, 1), booked(1, 1))], BA: [run(409, 200, booked(1, 2), booked(1, 2))] };
  assert.deepEqual(judge(run(409, 200, [], booked(2, 2)), serial).verdict, 'fine');
  const both = [...booked(1, 1), ...booked(2, 2)];
  const { verdict, kind } = judge(run(200, 200, [], both), serial);
  assert.deepEqual([verdict, kind], ['race', 'double use']);
});

test('two successes where every serial order allows one are a double use', () => {
  const twice = outcome({ after: { redemption: [used(3), used(4)] } });
  const { verdict, kind, count, most, state } = judge(twice, coupons());
  assert.deepEqual([verdict, kind, count, most], ['race', 'double use', 2, 1]);
  assert.equal(state.kind, 'duplicate');
});

test('a second deletion that deletes nothing is only a stale answer', () => {
  const deleted = (first, second, rows = []) => outcome({
    first, second, after: { session: [] }, middle: { session: [] },
    operations: ['first', 'second'].map((who, index) => ({ who, statement: 'DELETE FROM session', rows: rows[index] })),
  });
  const serial = { AB: [deleted(200, 401)], BA: [deleted(401, 200)] };
  assert.equal(judge(deleted(200, 200, [0, 1]), serial).verdict, 'stale');
});

test('a row that two requests mark as deleted is deleted as by one; what one of them does besides is not', () => {
  const write = { site: 'a.js:1:1', api: 'q', statement: 'UPDATE comment SET deleted_at = now() WHERE id = 2', rows: 1 };
  const marked = ([first, second], who, log, method = 'DELETE') => outcome({
    first, second, methods: { first: method, second: method }, after: { comment: [{ id: 2, deleted: true }], log },
    writes: { [JSON.stringify(['a.js:1:1', 'q', 'UPDATE comment SET deleted_at = now() WHERE id = ?'])]: true },
    operations: who.map((one) => ({ who: one, ...write })),
  });
  const verdict = (log, more, method) => judge(marked([200, 200], ['first', 'second'], more, method), {
    AB: [marked([200, 404], ['first'], log, method)], BA: [marked([404, 200], ['second'], log, method)],
  }).verdict;
  assert.equal(verdict([], []), 'stale');
  assert.equal(verdict([{ id: 'r1', refund: 5 }], [{ id: 'r1', refund: 5 }, { id: 'r2', refund: 5 }]), 'race');
  assert.equal(verdict([], [], 'POST'), 'race');
});

test('so has one whose change found no row any more, beside a deletion that it should have stopped', () => {
  const shift = (first, second, rows) => outcome({
    first, second, after: { shift: rows }, middle: { shift: [] }, methods: { first: 'POST', second: 'DELETE' },
    operations: [{ who: 'first', statement: 'UPDATE shift SET worker = 1', rows: rows.length }],
  });
  const serial = { AB: [shift(200, 409, [{ id: 1, worker: 'ann' }])], BA: [shift(404, 204, [])] };
  const { verdict, kind, who } = judge(shift(200, 204, []), serial);
  assert.deepEqual([verdict, kind, who], ['race', 'lost success', 'first']);
});

test('a request that succeeds, in a state of which it was refused, has lost what it changed', () => {
  const closed = (first, paid, statements = []) => outcome({
    first, after: { account: [], ledger: [{ id: 1, paid }] }, middle: { account: [], ledger: [] },
    operations: statements.map((statement) => ({ who: 'first', statement, rows: 1 })),
  });
  const serial = { AB: [closed(200, 105)], BA: [closed(409, 100)] };
  const { verdict, kind, who } = judge(closed(200, 100, ['UPDATE account SET n = n + 5']), serial);
  assert.deepEqual([verdict, kind, who], ['race', 'lost success', 'first']);
  assert.equal(judge(closed(200, 100, ['SELECT n FROM account']), serial).verdict, 'stale');
});

test('a job that two workers get is a double use, though each answer is a success and the state is as usual', () => {
  const write = { site: 'a.js:1:1', api: 'q', statement: 'HSET' };
  const writes = { [JSON.stringify(Object.values(write))]: true };
  const claimed = (bodies, acting, status = 200) => outcome({
    bodies, second: status, writes, after: { job: [{ id: 'X', state: 'running' }] },
    operations: acting.map((who) => ({ who, ...write })),
  });
  const verdict = (given, refused, status) => judge(claimed({ first: given, second: given }, ['first', 'second']), {
    AB: [claimed({ first: given, second: refused }, ['first'], status)],
    BA: [claimed({ first: given, second: refused }, ['first'], status)],
  });
  const { verdict: race, kind, count, most } = verdict({ job: 1 }, undefined, 204);
  assert.deepEqual([race, kind, count, most], ['race', 'double use', 2, 1]);
  assert.equal(verdict({ ok: true }, { ok: false }).kind, 'double use');
  assert.equal(verdict({ data: 1 }, { errors: ['used'] }).kind, 'double use');
  // Idempotent: the second one is told that it was done before.
  assert.equal(verdict({ liked: true, isNew: true }, { liked: true, isNew: false }).verdict, 'stale');
  assert.equal(verdict({ cached: false }, { cached: true }).verdict, 'stale');
  // Both write in a serial order as well.
  const both = claimed({ first: { ok: true }, second: { ok: false } }, ['first', 'second']);
  assert.equal(judge(claimed({ first: { ok: true }, second: { ok: true } }, ['first', 'second']), { AB: [both], BA: [both] }).verdict, 'stale');
});

test('a request that is refused leaves the state of the other alone', () => {
  for (const second of [423, 503]) {
    const refused = outcome({ second, after: { redemption: [used(5)] } });
    assert.deepEqual(judge(refused, coupons()), { verdict: 'refused', who: ['second'] });
  }
  const halfDone = outcome({ second: 423, after: { redemption: [used(5), used(6)] } });
  assert.equal(judge(halfDone, coupons()).verdict, 'race');
});

test('a lost update has both rows, of the table on which the two meet before one of a log', () => {
  const counter = (n) => outcome({ table: 'counter', after: { activity: [{ id: 'L', n }], counter: [{ id: 'X', n }] } });
  const { kind, table, row, serial } = judge(counter(1), { AB: [counter(2)], BA: [counter(2)] });
  assert.match([kind, table, row, serial[0]].join(), /^lost update,\S+ counter,\S+"n":1\},\S+"n":2\}$/);
});

test('a row that a request deleted and that is there is back; one that was never there before is not', () => {
  const rows = (list, before = [{ id: 'X' }]) => outcome({
    before: { session: before }, after: { session: list }, deletes: [`${STORE} session`],
  });
  assert.equal(judge(rows([{ id: 'X' }], []), { AB: [rows([], [])], BA: [rows([], [])] }).kind, 'extra row');
  assert.equal(judge(rows([{ id: 'X' }]), { AB: [rows([])], BA: [rows([])] }).kind, 'resurrected');
});

test('500, a crash and a request without an answer are races', () => {
  assert.equal(judge(outcome({ first: 500, after: { redemption: [used(3)] } }), coupons()).kind, 'error');
  assert.equal(judge({ ...outcome({ after: {} }), crash: 'Error: oops' }, coupons()).kind, 'crash');
  const silent = outcome({ after: {} });
  silent.responses.first.status = undefined;
  assert.deepEqual(judge(silent, coupons()), { verdict: 'race', kind: 'hang', who: ['first'] });
});

test('a request that a serial order leaves without an answer is no hang', () => {
  const closed = (who) => {
    const run = outcome({ after: { coupon: [used(1)] } });
    run.responses[who].status = undefined;
    return run;
  };
  const serial = { AB: [outcome({ after: { coupon: [] } })], BA: [closed('second')] };
  assert.deepEqual(judge(closed('second'), serial), { verdict: 'fine', as: 'BA' });
  assert.deepEqual(judge({ ...closed('second'), states: {} }, serial), { verdict: 'fine', as: 'BA' });
  assert.deepEqual(judge(closed('first'), serial), { verdict: 'race', kind: 'hang', who: ['first'] });
});

test('times and tokens that differ between equal runs do not count, and a token in the wrong row does', () => {
  const logged = (token, time, inRow = token) => outcome({
    bodies: { first: { token } }, middle: { login: [] },
    after: { login: [{ id: 'X', token: inRow, at: time }] },
  });
  const serial = {
    AB: [logged('t1', '2026-01-02T03:04:01Z'), logged('t2', '2026-01-02T03:04:02Z')],
    BA: [logged('t3', '2026-01-02T03:04:03Z'), logged('t4', '2026-01-02T03:04:04Z')],
  };
  assert.equal(judge(logged('t5', '2026-01-02T03:04:06Z'), serial).verdict, 'fine');
  assert.equal(judge(logged('t5', '2026-01-02T03:04:06Z', 't6'), serial).verdict, 'race');
});

test('the end of a session of a day is a time, also where it is rounded to more than that', () => {
  const run = (ms) => outcome({ after: { session: [{ id: 'X', expire: new Date(NOW + 24 * 3_600_000 + ms).toISOString() }] } });
  const serial = { AB: [run(-300)], BA: [run(-200)] };
  assert.equal(judge(run(700), serial).verdict, 'fine');
});

test('serial runs that answer otherwise than in the recording, or differ among themselves, prove nothing', () => {
  assert.equal(serialProblem(coupons(), { first: { status: 200 }, second: { status: 409 } }, 'AB'), undefined);
  assert.equal(serialProblem(coupons(), { first: { status: 201 } }, 'AB').reason, 'other answer');
  const AB = [once(1), outcome({ second: 409, after: { redemption: [used(1), used(2)] } })];
  const { reason, order, table } = serialProblem({ AB, BA: [] }, {}, 'AB');
  assert.deepEqual([reason, order, table], ['not repeatable', 'AB', 'redemption']);
  const failing = [200, 500].map((first) => outcome({ first, after: {} }));
  assert.equal(serialProblem({ AB: failing, BA: [] }, {}, 'AB').who, 'first');
});

test('generated ids as keys of objects are renamed as values are', () => {
  const shared = (id, n) => outcome({
    bodies: { first: { id, rights: { [id]: 'read' } } }, after: { note: [{ id, n, rights: { [id]: { read: true } } }] },
  });
  const serial = { AB: [shared('kXa', 2), shared('pQr', 2)], BA: [shared('mNo', 2), shared('sTu', 2)] };
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(shared('vWx', 2), serial).verdict, 'fine');
  assert.equal(judge(shared('vWx', 1), serial).kind, 'lost update');
});

test('a number that is a new id by chance stays what it is', () => {
  const paid = (id, total = 5) => [{ id, total, userId: 6, state: 'paid' }];
  const run = (id, first, second, rows = paid(id)) =>
    outcome({ first, second, bodies: { first: { id } }, after: { order: rows }, middle: { order: rows } });
  const serial = { AB: [run(1, 200, 409), run(5, 200, 409)], BA: [run(3, 409, 200), run(6, 409, 200)] };
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(run(4, 200, 409), serial).verdict, 'fine');
  assert.equal(judge(run(7, 200, 409, paid(7, 6)), serial).verdict, 'race');
});

test('a later request that gets what the reader has kept tells of a lost update, and not where a serial order gives it', () => {
  const run = (given, shown) => {
    const made = outcome({ bodies: { first: { price: given } }, after: { product: [{ id: 1, price: 12 }] }, mayKeep: 'first' });
    made.states.after.memory = { 'GET /products/1': { rows: [{ status: 200, body: { price: shown } }] } };
    return made;
  };
  const serial = { AB: [run(10, 12), run(10, 12)], BA: [run(12, 12), run(12, 12)] };
  const { verdict, kind, table } = judge(run(10, 10), serial);
  assert.deepEqual([verdict, kind, table], ['race', 'lost update', 'GET /products/1']);
  const expiring = { ...serial, AB: [run(10, 10), run(10, 10)] };
  assert.notEqual(judge(run(10, 10), expiring).verdict, 'race');
  assert.notEqual(judge(run(10, 11), serial).verdict, 'race');
});

test('a change that is refused cleanly while the result of a reader is held is no race', () => {
  const run = (status, price) => {
    const table = (value) => ({ product: [{ id: 1, price: value }] });
    const made = outcome({
      second: status, before: table(10), middle: table(10), after: table(price), mayKeep: 'first',
    });
    made.states.after.memory = { 'GET /products/1': { rows: [{ status: 200, body: { price } }] } };
    return made;
  };
  const serial = { AB: [run(200, 12), run(200, 12)], BA: [run(200, 12), run(200, 12)] };
  assert.deepEqual(judge(run(409, 10), serial), { verdict: 'refused', who: ['second'] });
  assert.equal(judge(run(200, 10), serial).verdict, 'race');
});

test('a reader that gets what belongs to another one in each serial order is no stale answer', () => {
  const methods = { first: 'GET', second: 'GET' };
  const of = (first, second, more = { methods }) => outcome({
    bodies: { first: { name: first, n: 1 }, second: { name: second, n: 2 } }, after: {}, ...more,
  });
  const serial = { AB: [of('ann', 'bob'), of('ann', 'bob')], BA: [of('ann', 'bob'), of('ann', 'bob')] };
  const { verdict, kind, who, path, given, own } = judge(of('bob', 'bob'), serial);
  assert.deepEqual([verdict, kind, who, path, given, own], ['race', 'mixed answers', 'first', 'name', 'bob', 'ann']);
  assert.equal(judge(of('ann', 'eve'), serial).verdict, 'stale');
  assert.equal(judge(of('bob', 'bob', {}), serial).verdict, 'stale'); // one writes, and is told what the other has written
  const places = { ...serial, BA: [of('bob', 'ann'), of('bob', 'ann')] };
  assert.equal(judge(of('bob', 'bob'), places).verdict, 'stale');
});
