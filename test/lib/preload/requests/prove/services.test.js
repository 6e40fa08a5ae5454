'use strict';
// Operations that are held in another process than that of the director.
const assert = require('node:assert/strict');
const { fork } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { Actor } = require('../../../../../lib/preload/requests/prove/actor.js');
const { Director } = require('../../../../../lib/preload/requests/prove/director.js');
const { Services } = require('../../../../../lib/preload/requests/prove/services.js');
const { makeFolder } = require('../../../../support/cli.js');
const { root } = require('../../../../support/package.js');

const SERVICE = path.join(root, 'test', 'fixtures', 'requests', 'service-held.cjs');
const MAIN = path.relative(process.cwd(), SERVICE);
const STOP = { main: MAIN, site: 'stock.js:7:3', api: 'pg.query', statement: 'UPDATE item', nth: 2 };
const now = performance.now.bind(performance);
const noLimit = () => 0; // a clock that stands: a service starts late on a busy machine
const PLAN_MS = 60_000;

const { site, api, statement } = STOP;
const operation = (number, flow) => ({ number, request: { flow }, store: 1, site, api, statement, values: [number] });

// A service, and what its director hears.
async function serviceOf(t) {
  const folder = makeFolder(t);
  const child = fork(SERVICE, [folder]);
  t.after(() => child.kill('SIGKILL'));
  const heard = [];
  const hear = (type) => (event) => heard.push({ type, ...event });
  const observer = {
    began: hear('began'), operation: hear('operation'), end: hear('end'), foreign: hear('foreign'), crash: hear('crash'),
    held: (who, link) => heard.push({ type: 'held', who, link }), lost: ({ main }) => heard.push({ type: 'lost', main }),
  };
  const spec = { folder: path.join(folder, 'services'), mains: [MAIN] };
  const services = new Services(spec, observer);
  t.after(() => services.close());
  const went = [];
  child.on('message', (message) => went.push(message.went));
  const until = async (condition) => { while (!condition()) await sleep(5); };
  const hears = async (type) => {
    await until(() => heard.some((event) => event.type === type));
    return heard.find((event) => event.type === type);
  };
  return { child, services, observer, spec, heard, hears, went, until };
}

test('a service holds the operation of a flow that the director names, and no other', async (t) => {
  const { child, services, hears, heard, went, until } = await serviceOf(t);
  assert.equal(await services.connect(sleep, noLimit), undefined);
  await services.announce('first', 'flow-first');
  await services.announce('second', 'flow-second');
  await services.expect('first', STOP);
  for (const [number, flow] of [[1, 'flow-first'], [2, 'flow-second'], [3, 'flow-first'], [4, undefined]]) child.send(operation(number, flow));
  const { who, link } = await hears('held');
  assert.equal(who, 'first');
  await until(() => went.length === 3);
  assert.deepEqual(went, [1, 2, 4]);
  await hears('foreign'); // by another connection than what went
  assert.deepEqual(heard.filter(({ type }) => type === 'operation').map(({ who: of }) => of), ['first', 'second']);
  assert.deepEqual(heard.filter(({ type }) => type === 'foreign').map((event) => event.statement), ['UPDATE item']);
  await link.ask({ type: 'release', who });
  await until(() => went.length === 4);
  assert.equal(went.at(-1), 3);
});

test('all processes with one main file that the recording had are waited for, as long as a service may take', async (t) => {
  const one = await serviceOf(t);
  assert.equal(await one.services.connect(sleep, noLimit), undefined);
  one.spec.counts = { [MAIN]: 2 };
  let time = 0;
  assert.equal(await one.services.connect(sleep, () => { time += 2001; return time; }), undefined); // it never comes
  let other;
  const start = () => {
    other ??= fork(SERVICE, [path.dirname(one.spec.folder)]);
    return sleep(5);
  };
  t.after(() => other.kill('SIGKILL'));
  const services = new Services(one.spec, one.observer);
  t.after(() => services.close());
  assert.equal(await services.connect(start, noLimit), undefined);
  await services.announce('first', 'flow-first');
  await services.expect('first', { ...STOP, nth: 1 });
  other.send(operation(1, 'flow-first'));
  await one.hears('held');
});

test('a service that was told the next operation stays held until it is released', async (t) => {
  const { child, services, hears, went, until } = await serviceOf(t);
  await services.connect(sleep, noLimit);
  await services.announce('first', 'flow-first');
  await services.expect('first', { ...STOP, nth: 1 });
  child.send(operation(1, 'flow-first'));
  const { link } = await hears('held');
  await services.expect('first', STOP);
  await sleep(30);
  assert.deepEqual(went, []);
  await link.ask({ type: 'release', who: 'first' });
  await until(() => went.length === 1);
});

test('operations go on when the director is gone', async (t) => {
  const { child, services, hears, went, until } = await serviceOf(t);
  await services.connect(sleep, noLimit);
  await services.announce('second', 'flow-second');
  await services.expect('second', { ...STOP, nth: 1 });
  child.send(operation(1, 'flow-second'));
  await hears('held');
  services.close();
  await until(() => went.length === 1);
});

test('the state of a store that only a service uses is read there', async (t) => {
  const { services } = await serviceOf(t);
  await services.connect(sleep, noLimit);
  const reader = await services.readerOf('pg://stock');
  assert.deepEqual((await reader.check('SELECT 1')).rows, [{ id: 1 }]);
  assert.equal(await services.readerOf('pg://other'), undefined);
});

test('a store that nobody has used yet is read before the first operation on it, once', async (t) => {
  const { child, services, heard, went, until } = await serviceOf(t);
  await services.connect(sleep, noLimit);
  await services.announce('first', 'flow-first');
  for (const number of [1, 2]) child.send(operation(number, 'flow-first'));
  await until(() => went.length === 2 && heard.filter(({ type }) => type === 'operation').length === 2);
  const told = heard.filter(({ type }) => type === 'began' || type === 'operation');
  assert.deepEqual(told.map(({ type }) => type), ['began', 'operation', 'operation']);
  assert.deepEqual([told[0].store, told[0].tables.item.rows], ['pg://stock', [{ id: 1 }]]);
});

test('a store that was used before is not read again: the director does', async (t) => {
  const { child, services, heard, went, until } = await serviceOf(t);
  child.send(operation(1, 'flow-other'));
  await until(() => went.length === 1);
  await services.connect(sleep, noLimit);
  await services.announce('first', 'flow-first');
  child.send(operation(2, 'flow-first'));
  await until(() => heard.some(({ type }) => type === 'operation'));
  assert.ok(!heard.some(({ type }) => type === 'began'));
});

test('a request for a service goes where its server listens, and that one waits until its flow is known', async (t) => {
  const { child, services, observer, went, until } = await serviceOf(t);
  await services.connect(sleep, noLimit);
  const address = await services.addressOf({ main: MAIN, server: 'stock.js:1:1' });
  assert.deepEqual(address, { host: '127.0.0.1', port: 80, isTls: false });
  await assert.rejects(services.addressOf({ main: MAIN, server: 'stock.js:9:9' }), { isUnsent: true });
  await assert.rejects(services.addressOf({ main: 'other.js' }), /no server of other\.js listens/);
  const came = new Promise((resolve) => { observer.came = (event, link) => resolve({ ...event, link }); });
  await services.awaitRequest('second', 4711, MAIN);
  child.send({ arrives: { port: 4711, flow: 'flow-second' } });
  const { who, flow, link } = await came;
  assert.deepEqual([who, flow, went], ['second', 'flow-second', []]);
  await link.ask({ type: 'known', who });
  await until(() => went.length === 1);
});

test('a service that hangs, ends or crashes is told', async (t) => {
  const hanging = await serviceOf(t);
  await hanging.services.connect(sleep, noLimit);
  while (await hanging.services.findHanging() !== undefined); // a service may be slow to answer
  hanging.child.send({ hang: true });
  await hanging.until(() => hanging.went.includes('hang'));
  assert.equal(await hanging.services.findHanging(), MAIN);
  hanging.child.kill('SIGKILL');
  assert.equal((await hanging.hears('lost')).main, MAIN);

  const crashing = await serviceOf(t);
  await crashing.services.connect(sleep, noLimit);
  await crashing.services.announce('first', 'flow-first');
  crashing.child.send({ ...operation(1, 'flow-first'), fail: true });
  assert.equal((await crashing.hears('crash')).text, 'Error: broken');
});

// A director whose live request is held at once in a service. `send`: as of its world.
function directorOf(spec, results, { steps, clock = noLimit, send = () => new Promise(() => {}) } = {}) {
  const plan = {
    live: 'first', same: true, limit: PLAN_MS, tables: {}, requests: {}, mode: 'forced',
    steps: steps ?? [{ who: 'first', until: { ...STOP, nth: 1 } }, { who: 'second' }, { who: 'first' }],
  };
  const world = {
    sleep, now: clock, send,
    services: (observer) => new Services(spec, observer), write: (result) => results.push(result),
  };
  return new Director(plan, world, { stores: () => [], quietly: (fn) => fn() });
}

test('another process of the server gets the second request: it begins when its flow is known, and is held', async (t) => {
  const { child, spec, went, until } = await serviceOf(t);
  const [, main] = process.argv;
  t.after(() => { process.argv[1] = main; });
  process.argv[1] = SERVICE;
  const results = [];
  const send = async (who, live, { due }) => {
    await due(4711);
    for (const [port, flow] of [[4712, 'flow-other'], [4711, 'flow-second']]) child.send({ arrives: { port, flow } });
    await until(() => went.includes('flow-second'));
    child.send(operation(1, 'flow-second'));
    await until(() => went.includes(1));
    return { status: 200, headers: {}, body: Buffer.from('') };
  };
  const steps = [{ who: 'second', until: { site, api, statement, nth: 1 } }, { who: 'first' }, { who: 'second' }];
  const director = directorOf(spec, results, { steps, send });
  const response = { once() {}, end() {}, statusCode: 200, getHeaders: () => ({}) };
  await director.begin({ flow: 'flow-first', response });
  assert.deepEqual(went, ['flow-other', 'flow-second']);
  response.end();
  await director.over;
  assert.deepEqual(went, ['flow-other', 'flow-second', 1]);
  assert.deepEqual([results[0].state, results[0].operations.length], ['done', 1]);
});

test('a service that dies while it holds an operation ends the proof, and every request goes on', async (t) => {
  const { child, spec } = await serviceOf(t);
  const results = [];
  const director = directorOf(spec, results);
  const live = { flow: 'flow-first', response: { once() {} } };
  await director.begin(live);
  child.send(operation(1, 'flow-first'));
  await sleep(50);
  assert.deepEqual(results, []);
  child.kill('SIGKILL');
  await director.over;
  assert.deepEqual([results[0].state, results[0].crash], ['done', `the process of ${MAIN} ends`]);
});

test('a service that is not there is told by name', async (t) => {
  const results = [];
  const director = directorOf({ folder: makeFolder(t), mains: ['gone.js'] }, results, { clock: now });
  director.begin({ flow: 'flow-first', response: { once() {} } });
  await director.over;
  assert.deepEqual([results[0].state, results[0].service], ['service missing', 'gone.js']);
});

test('a request that is let go is held nowhere, and a late hold of it is released', async () => {
  const told = [];
  const elsewhere = { expect: async (who, stop) => { told.push([who, stop]); } };
  const actor = new Actor('second', () => {}, false, elsewhere);
  await actor.go(STOP);
  let released = 0;
  actor.heldElsewhere(() => { released++; });
  actor.heldElsewhere(() => { released++; });
  assert.deepEqual([actor.isHeld, released], [true, 0]);
  actor.letGo();
  assert.equal(released, 2);
  actor.heldElsewhere(() => { released++; });
  assert.deepEqual([actor.isHeld, released, told], [false, 3, [['second', STOP], ['second', undefined]]]);
});

test('the program of the director holds nothing that another process is to hold', () => {
  const actor = new Actor('first', () => {}, false);
  actor.go({ ...STOP, nth: 1 });
  assert.equal(actor.call(operation(1)), undefined);
});
