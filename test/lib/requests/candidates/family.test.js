'use strict';
// Candidates of which one stands for the others.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { inTurns, knownLast } = require('../../../../lib/requests/prove/campaign.js');
const { Explained, Families, familyOf } = require('../../../../lib/requests/candidates/family.js');

const on = (handler, keys, more) => {
  const side = { handler, sites: ['app.js:5:3', 'app.js:6:3'] };
  return { first: side, second: side, store: 'files:.', table: 'notes', keys, ...more };
};
const one = on('PUT /a', { name: ['a.json'] });

test('a segment of the path that names the row is a parameter', () => {
  assert.equal(familyOf(one), familyOf(on('PUT /b', { name: ['b.json'] })));
  assert.notEqual(familyOf(one), familyOf(on('PUT /b', { name: ['a.json'] })));
  assert.notEqual(familyOf(on('POST /deposit', { id: [1] })), familyOf(on('POST /withdraw', { id: [1] })));
});

test('a deadlock stands for no lost update of the same statements, nor does that for a deadlock', () => {
  const deadlock = { ...one, pattern: 'locks' };
  for (const [told, other] of [[one, deadlock], [deadlock, one]]) {
    const families = new Families();
    families.add(told, { loss: { kind: 'answers 500' } });
    assert.deepEqual([families.covers(told), families.covers(other)], [true, false]);
  }
});

test('a race on a store explains a limit at its call sites, of the same route', () => {
  const explained = new Explained();
  explained.add(one);
  const inMemory = (handler, sites) => ({ store: 'memory', first: { handler, sites } });
  assert.ok(explained.has(inMemory('PUT /a', ['app.js:9:3'])));
  assert.ok(explained.has(inMemory('PUT /b', ['app.js:5:3'])));
  assert.ok(!explained.has(inMemory('PUT /b', ['app.js:9:3'])));
  assert.ok(!explained.has(inMemory('POST /b', ['app.js:5:3'])));
  assert.ok(!explained.has({ ...inMemory('PUT /b', ['app.js:5:3']), store: 'files:.' }));
});

test('a race on a store explains a limit of the request to a service that makes its statements', () => {
  const requests = new Map([[4, { number: 4, handler: 'POST /take' }]]);
  const explained = new Explained([{ requests: new Map() }, { requests }]);
  const side = { ...one.first, handler: 'POST /buy', within: { trace: 1, request: 4 } };
  explained.add({ ...one, first: side, second: side });
  const inMemory = (handler) => ({ store: 'memory', first: { handler, sites: ['app.js:6:3'] } });
  assert.deepEqual(['POST /take', 'POST /buy', 'POST /give'].map((name) => explained.has(inMemory(name))), [true, true, false]);
});

test('a proved race stands for its family where the windows end at the same places, and for all of it if it is grave', () => {
  const at = (...sites) => ({
    first: { handler: 'POST /otp', sites }, second: { handler: 'POST /otp', sites }, store: 'redis', table: '0', keys: {},
  });
  const [tries, used] = [at('a.js:1:1', 'a.js:3:1'), at('a.js:1:1', 'a.js:5:1')];
  const families = new Families();
  families.add(tries, { loss: { kind: 'lost update' } });
  assert.deepEqual([tries, used].map((one) => families.covers(one)), [true, false]);
  assert.equal(families.knows(used, { loss: { kind: 'lost update' } }), true);
  assert.equal(families.knows(used, { loss: { kind: 'double use' } }), false);
  families.add(used, { loss: { kind: 'double use' } });
  assert.equal(families.covers(at('a.js:7:1')), true);
});

test('two requests that both succeed are told once, whichever table shows it; what else they lose is told, too', () => {
  const at = (table, request = 3) => {
    const side = { handler: 'POST /verify', sites: [`${table}.js:5:3`], trace: 0, request };
    return { first: side, second: side, same: true, store: 'postgres://a', table };
  };
  const families = new Families();
  const twice = { loss: { kind: 'double use' } };
  families.add(at('session'), twice);
  assert.ok(families.knows(at('challenge'), twice));
  assert.ok(!families.knows(at('challenge'), { loss: { kind: 'lost update' } }));
  assert.ok(!families.knows(at('challenge', 5), twice));
});

test('so does one on another table, where the windows end with the same statements at the same places', () => {
  const on = (table, statement, site = 'db.js:9:3') => ({
    first: { handler: 'POST /tasks', sites: ['db.js:9:3', site], statements: ['SELECT 1', statement] },
    second: { handler: 'DELETE /tasks', sites: ['db.js:9:3'], statements: ['DELETE FROM project'] },
    store: 'postgres://a', table,
  });
  const families = new Families();
  families.add(on('task', 'INSERT INTO task VALUES (1)'), { loss: { kind: 'extra row' } });
  assert.ok(families.covers(on('project', 'INSERT INTO task VALUES (2)')));
  assert.ok(!families.covers(on('project', 'INSERT INTO audit VALUES (2)')));
  assert.ok(!families.covers(on('project', 'INSERT INTO task VALUES (2)', 'db.js:8:3')));
});

test('a race within one request stands for that of two such requests at the same places, and is tried before it', () => {
  const at = (handler, sites, more) => {
    const side = { handler, sites };
    return { first: side, second: side, store: 'pg', table: 'cart', keys: {}, ...more };
  };
  const within = at('GET /price', ['a.js:5:1'], { of: { handler: 'POST /cart' } });
  const families = new Families();
  families.add(within, { loss: { kind: 'lost update' } });
  const others = [at('POST /cart', ['a.js:5:1']), at('POST /cart', ['a.js:6:1']), at('GET /price', ['a.js:5:1'])];
  assert.deepEqual(others.map((one) => families.covers(one)), [true, false, false]);
  const ranked = [{ ...others[0], rank: 0.9 }, { ...others[1], rank: 0.8 }, { ...within, rank: 0.5 }];
  assert.deepEqual(inTurns(ranked).map(({ rank }) => rank), [0.8, 0.5, 0.9]);
});

test('two requests that only read come after others: what they write is a cache', () => {
  const one = (handler, rank) => ({ first: { handler }, second: { handler }, store: 'redis', table: handler, keys: {}, rank });
  assert.deepEqual(inTurns([one('GET /a', 0.9), one('POST /b', 0.7), one('GET /c', 0.5)]).map(({ rank }) => rank), [0.7, 0.9, 0.5]);
});

test('further candidates of two handlers that have a race come after those of others', () => {
  const families = new Families();
  const of = { handler: 'POST /a' };
  const [first, second] = [on('POST /a'), on('POST /a', {}, { table: 'log' })];
  const [within, other] = [on('POST /a', {}, { table: 'log', of }), on('POST /b')];
  const order = [];
  for (const candidate of knownLast([first, second, within, other], (each) => families.hasRaceOf(each))) {
    order.push(candidate);
    if (candidate === first) families.add(first, { loss: { kind: 'lost update' } });
  }
  assert.deepEqual(order, [first, within, other, second]);
});
