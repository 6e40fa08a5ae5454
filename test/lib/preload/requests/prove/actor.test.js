'use strict';
const assert = require('node:assert/strict');
const { EventEmitter, once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { Actor } = require('../../../../../lib/preload/requests/prove/actor.js');
const { speak } = require('../../../../../lib/preload/requests/prove/agent.js');
const { readerOf } = require('../../../../../lib/preload/requests/prove/readers/memcached.js');
const { readerOf: sqlReaderOf } = require('../../../../../lib/preload/requests/prove/readers/sql.js');
const { Remote } = require('../../../../../lib/preload/requests/prove/remote.js');
const { States } = require('../../../../../lib/preload/requests/prove/states.js');

const { makeFolder } = require('../../../../support/cli.js');

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
    await sleep(wait);
    one.end({ number: 1, failed: '55P03' });
    assert.equal(one.gaveUp, expected);
  }
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

// The agent of another process, which carries out a request: sends these lines for it.
async function remoteOf(t, lines, { heard = () => {}, elsewhere } = {}) {
  const peers = path.join(makeFolder(t), 'instances.json');
  const agent = net.createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on('data', (text) => heard(String(text)));
    socket.on('error', () => {}).write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  }).listen(0, '127.0.0.1');
  t.after(() => agent.close());
  await once(agent, 'listening');
  fs.writeFileSync(peers, JSON.stringify([{ pid: 1, port: 7, host: '127.0.0.1' }]));
  fs.writeFileSync(`${peers}.agent-1`, JSON.stringify({ port: agent.address().port, token: 'x' }));
  const ended = new EventEmitter();
  const observer = { note() {}, ended: () => ended.emit('one'), flow: (flow) => heard(`announced ${flow}`), lost() {} };
  const remote = new Remote('second', peers, (address, onPort) => onPort(7), { observer, elsewhere });
  remote.go();
  await once(ended, 'one');
  return remote;
}

test('a request in another process has given up by the same signs', async (t) => {
  const sent = { type: 'operation', ...operation(1) };
  const remote = await remoteOf(t, [sent, { type: 'end', number: 1 }]);
  await sleep(220);
  remote.answer({ status: 500 });
  assert.equal(remote.gaveUp, true);
  const quick = await remoteOf(t, [sent, { type: 'end', number: 1, failed: '23505' }]);
  quick.answer({ status: 500 });
  assert.deepEqual([quick.gaveUp, quick.failed], [false, ['23505']]);
});

test('a request in another process begins when all services know its flow, and is held in any of them', async (t) => {
  const heard = [];
  const expected = [];
  const elsewhere = { expect: async (who, stop) => { expected.push([who, stop]); } };
  const lines = [{ type: 'flow', flow: 'f-2' }, { type: 'end', number: 1 }];
  const remote = await remoteOf(t, lines, { heard: (text) => heard.push(text), elsewhere });
  while (!heard.join('').includes('known')) await sleep(1);
  assert.deepEqual(heard.map((text) => /announced f-2|known/.exec(text)?.[0]).filter(Boolean), ['announced f-2', 'known']);
  const stop = { main: 'worker.js', site: 'worker.js:7:3' };
  const order = [];
  await remote.go(stop);
  remote.heldElsewhere(() => order.push('released'));
  assert.deepEqual([await remote.arrival, remote.isHeld], ['held', true]);
  assert.deepEqual(expected, [['second', undefined], ['second', stop]]);
  await remote.go();
  assert.deepEqual([order, remote.isHeld], [['released'], false]);
});

test('a line of somebody else does not end the process of the agent', async (t) => {
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
  assert.equal(one.waits.pending, 0);
  one.letGo();
  await held;
});
