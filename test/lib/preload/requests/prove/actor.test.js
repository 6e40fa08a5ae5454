'use strict';
const assert = require('node:assert/strict');
const { once } = require('node:events');
const net = require('node:net');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { failureCode } = require('../../../../../lib/preload/requests/failure-code.js');
const { Actor } = require('../../../../../lib/preload/requests/prove/actor.js');
const { blockedBy } = require('../../../../../lib/preload/requests/prove/blocked.js');
const { readerOf } = require('../../../../../lib/preload/requests/prove/readers/memcached.js');
const { readerOf: sqlReaderOf } = require('../../../../../lib/preload/requests/prove/readers/sql.js');
const { speak } = require('../../../../../lib/preload/requests/prove/speak.js');
const { States } = require('../../../../../lib/preload/requests/prove/states.js');
const { statementShape } = require('../../../../../lib/trace/places.js');

const now = performance.now.bind(performance);
const actor = () => new Actor('second', () => {}, false);
const operation = (number) => ({ number, site: 'a.js:1:1', statement: 'GET', values: ['lock'] });

test('a request that fails at once has not given up', async () => {
  const one = actor();
  one.call(operation(1));
  one.end({ number: 1, failed: '23505' });
  one.answer({ status: 500 });
  assert.equal(one.gaveUp, false);
});

test('a request that fails after it did nothing has waited for a connection', async () => {
  const one = actor();
  await sleep(220);
  one.answer({ status: 500 });
  assert.equal(one.gaveUp, true);
});

test('an operation that fails late by a time limit has waited for a lock', async () => {
  for (const [wait, expected] of [[0, false], [100, true]]) {
    const one = actor();
    one.call(operation(1));
    if (wait > 0) await sleep(wait);
    one.end({ number: 1, failed: '55P03' });
    assert.equal(one.gaveUp, expected);
  }
});

test('a request whose connection the server has ended while it was held has lapsed, not one that was never held', () => {
  for (const [isHeld, failed, expected] of [[true, '25P03', true], [true, '23505', false], [false, '25P03', false]]) {
    const one = actor();
    if (isHeld) one.expect({ ...operation(1), nth: 1, statement: statementShape('GET') });
    one.call(operation(1));
    one.proceed();
    assert.equal(one.lapsesBy('CONNECTION_LOST'), isHeld);
    one.end({ number: 1, failed });
    assert.equal(one.hasLapsed, expected);
  }
});

test('pg gives no code to what follows the end of a connection', () => {
  assert.equal(failureCode(new Error('Client has encountered a connection error and is not queryable')), 'CONNECTION_LOST');
  assert.equal(failureCode(new Error('Connection terminated unexpectedly')), 'CONNECTION_LOST');
  assert.deepEqual([failureCode(new Error('other')), failureCode({ code: 5 })], ['Error', '5']);
});

test('a request that fails after it sent one operation again and again has tried for a lock', async () => {
  const one = actor();
  for (let number = 1; number <= 5; number++) {
    one.call(operation(number));
    one.end({ number });
    await sleep(60);
  }
  one.answer({ status: 500 });
  assert.equal(one.gaveUp, true);
});

test('a request that does nothing waits in the process, unless it may have paused for so long in the recording', async () => {
  for (const [usualMs, expected] of [[20, 'process'], [1000, undefined]]) {
    let left = 3;
    const wait = blockedBy({ isDone: false, hasArrived: true, isHeld: false, pending: 0, idle: 1000 }, {
      isOtherHeld: () => true, isOver: () => false, isActive: () => left-- > 0, waits: async () => [], usualMs,
      sync: async () => {}, limit: 30_000, sleep: async () => {}, now,
    });
    assert.equal(await Promise.race([wait.then(({ by }) => by), sleep(20)]), expected);
  }
});

test('a request of a service that is slow does not wait for the held one', async () => {
  let [left, asked] = [3, 0];
  const one = { isDone: false, hasArrived: true, isHeld: false, pending: 0, idle: 1000 };
  // The service tells what the request has done when it is asked for the second time.
  const sync = async () => { one.idle = ++asked === 2 ? 0 : one.idle; };
  const wait = blockedBy(one, {
    isOtherHeld: () => true, isOver: () => false, isActive: () => left-- > 0, waits: async () => [], usualMs: 0,
    sync, limit: 30_000, sleep: async () => {}, now,
  });
  assert.equal(await Promise.race([wait, sleep(20)]), undefined);
});

test('a line of somebody else does not end the process that hears it', async (t) => {
  const server = net.createServer((socket) => speak(socket, () => {})).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'));
  await once(socket.resume(), 'close');
});

test('keys of memcached that the requests name are read', async () => {
  const data = { a: '{"n":1}', c: 'text' };
  const reader = readerOf({ query: async (_, [key]) => data[key], close() {} });
  const { rows } = await reader.read('keys', ['a', 'b', 'c']);
  assert.deepEqual(rows, [{ key: 'a', value: { n: 1 } }, { key: 'c', value: 'text' }]);
});

const storeWith = (query) => ({ name: 'pg', dialect: 'postgres', open: async () => ({ query, close() {} }) });
const statesOf = (store) => new States({ tables: { pg: ['t'] } }, { stores: () => [store], quietly: (fn) => fn() });

test('a table of more rows than are compared is not read, one that is not there yet is empty', async () => {
  const large = statesOf(storeWith(async (text) => (text.includes('to_jsonb') ? Array(10_001).fill({ row: { id: 1 } }) : [])));
  await large.read();
  assert.match(large.unread[0].reason, /t is too large/);
  const missing = statesOf(storeWith(async () => { throw Object.assign(new Error('no'), { code: '42P01' }); }));
  assert.deepEqual(await missing.read(), { pg: { t: { rows: [] } } });
  assert.deepEqual(missing.unread, []);
});

test('sqlite tells by its text that a table is not there', async () => {
  const reader = sqlReaderOf({ dialect: 'sqlite' }, { query() { throw new Error('no such table: t'); } });
  assert.deepEqual(await reader.read('t'), { rows: [] });
});

test('bytes of a row are one value, whichever kind of array the driver returns', async () => {
  const bytes = [0, 171];
  const row = { hash: Buffer.from(bytes), data: new Uint8Array(bytes), n: 1n, at: new Date(0) };
  const reader = sqlReaderOf({ dialect: 'mysql' }, { query: async (text) => (text.includes('SELECT *') ? [row] : []) });
  const { rows } = await reader.read('t');
  assert.deepEqual(rows, [{ hash: '\\x00ab', data: '\\x00ab', n: '1', at: '1970-01-01T00:00:00.000Z' }]);
});

test('a request is held when an operation has its result, and goes on when it is let go', async () => {
  const one = new Actor('first', () => {}, true);
  const { site, statement } = operation(1);
  one.go({ site, statement, nth: 2, isAfter: true });
  const [first, second] = [operation(1), operation(2)];
  assert.equal(one.call(first), undefined);
  assert.equal(one.end(first), undefined);
  assert.equal(one.call(second), undefined);
  assert.equal(one.isHeld, false);
  const held = one.end(second);
  assert.equal(await one.arrival, 'held');
  assert.equal(one.pending, 0);
  one.letGo();
  await held;
});

test('a call is waited for while it has no answer, and not when it is made again', () => {
  const call = { site: 'a.js:1:1', api: 'pg.query', statement: 'SELECT f($1)' };
  const stop = { ...call, statement: statementShape(call.statement), nth: 1 };
  const actor = new Actor('first', () => {}, true);
  assert.equal(actor.waitsAt(stop), false);
  actor.call({ ...call, number: 1 });
  assert.equal(actor.waitsAt(stop), true);
  actor.end({ ...call, number: 1 });
  actor.call({ ...call, number: 2 });
  assert.equal(actor.waitsAt(stop), false);
});
