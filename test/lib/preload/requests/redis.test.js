'use strict';
// Redis through ioredis and node-redis.
const assert = require('node:assert/strict');
const { after, before, describe, test } = require('node:test');
const ioredis = require('../../../../lib/preload/requests/drivers/ioredis.js');
const legacy = require('../../../../lib/preload/requests/drivers/redis-legacy.js');
const { installed } = require('../../../support/installed.js');
const { linesOf, record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const PACKAGES = { ioredis: '6.0.0', redis: '6.3.1' };
const LINES = {
  ioredis: ['11', '12', '13', '13', '14', '14', '14', '14', '15', '16', '17'],
  redis: ['26', '27', '28', '28', '29', '29', '29', '29', '30', '31', '32'],
};

let packages;
let old;
let services;
before(async () => {
  packages = installed('requests-redis', PACKAGES);
  old = installed('requests-redis-old', { redis: '3.1.2' });
  services = await startServices('redis');
});
after(() => services?.stop());

for (const driver of Object.keys(LINES)) {
  describe(driver, () => {
    const run = (t) => record(t, packages, 'redis.js', { env: { DRIVER: driver, REDIS_URL: services.urls.redis } });
    const key = (name) => ({ table: '0', keys: { key: [name] }, primary: true, unique: true });

    test('each command has its request, its call site and its keys', async (t) => {
      const { of } = await run(t);
      const operations = of('operation').filter(({ request }) => request === 1);
      assert.deepEqual(operations.map(({ site }) => site.split(':')[1]), LINES[driver]);
      const [get, hset, increment, remove] = operations;
      assert.deepEqual(get.effects, [{ class: 'R', ...key('stock'), rows: 0 }]);
      assert.deepEqual(hset.effects, [{ class: 'W', ...key('user:1'), columns: ['name', 'age'] }]);
      assert.deepEqual(increment.effects, [{ class: 'R', ...key('n') }, { class: 'W', ...key('n') }]);
      assert.equal(increment.atomic, true);
      assert.deepEqual(remove.effects, [{ class: 'D', ...key('old'), rows: 0 }]);
      assert.deepEqual(operations.at(-1).effects[0].keys, { key: ['p', 'q'] });
    });

    test('MULTI is a transaction, SET NX until the key is deleted a lock', async (t) => {
      const { of } = await run(t);
      assert.deepEqual(of('transaction').map(({ how }) => how), ['begin', 'commit']);
      const inside = of('operation').filter(({ transaction }) => transaction === 1);
      assert.deepEqual(inside.map(({ statement }) => statement), ['MULTI', 'SET a ?', 'GET a', 'EXEC']);
      assert.deepEqual(inside.map(({ isolation }) => isolation), Array(4).fill('serializable'));
      assert.deepEqual(of('lock').map(({ name, how }) => [name, how]), [
        ['key:lock:x', 'acquire'], ['key:lock:x', 'release'],
      ]);
    });
  });
}

for (const driver of ['redis', 'pool', 'legacy', 'ioredis']) {
  test(`${driver}: a command that is held is sent later, and one that fails is the program's own matter`, async (t) => {
    const env = { DRIVER: driver, REDIS_URL: services.urls.redis };
    const { stdout, of } = await record(t, driver === 'legacy' ? old : packages, 'redis-held.js', { env });
    assert.equal(stdout, '[[null,"OK","failed"],[null,"OK","failed"],"/a"]\n');
    const ofFirst = of('operation').filter(({ request }) => request === 1);
    assert.deepEqual(ofFirst.map(({ statement }) => statement.split(' ')[0]), ['GET', 'SET', 'EVALSHA']);
    assert.deepEqual(ofFirst[2].effects, []); // the server does not know the script
  });
}

for (const [driver, more] of [['redis', ''], ['ioredis', ',["/a",["/a",3]],true']]) {
  test(`${driver}: a transaction that is held is written as a whole later, as a pipeline is`, async (t) => {
    const { stdout, of } = await record(t, packages, 'redis-batch.js', { env: { DRIVER: driver, REDIS_URL: services.urls.redis } });
    assert.equal(stdout, `[[null,[null,"OK"]],[null,["/b","OK"]]${more}]\n`);
    const ofFirst = of('operation').filter(({ request }) => request === 1);
    assert.deepEqual(ofFirst.map(({ statement }) => statement), ['GET n', 'MULTI', 'GET n', 'SET n ?', 'EXEC']);
  });
}

for (const driver of ['ioredis', 'redis']) {
  test(`${driver}: a JSON text on a channel belongs to the request that published it; all get it as it was`, async (t) => {
    const env = { DRIVER: driver, REDIS_URL: services.urls.redis };
    const { stdout, of } = await record(t, packages, 'channels.js', { env, helpers: ['sender.js'] });
    const texts = ['{"path":"/a"}', 'text of /b', '{"path":"/c"}'];
    assert.deepEqual(JSON.parse(stdout), [texts, [{ path: '/a' }, 'text of /b', { path: '/c' }], 'PONG']);
    const requests = of('request');
    const senders = new Map(requests.filter(({ method }) => method === 'GET').map(({ flow, target }) => [flow, target]));
    const flows = new Map(requests.map(({ request, flow }) => [request, senders.get(flow)]));
    const seen = of('operation').filter(({ statement }) => statement.startsWith('SET seen:'));
    assert.deepEqual(seen.map(({ request }) => flows.get(request)), ['/a', undefined, '/c']);
    const messages = requests.filter(({ method }) => method === 'MESSAGE');
    assert.deepEqual(messages.map(({ handler }) => handler), ['MESSAGE /orders', 'MESSAGE /orders']);
  });
}

for (const driver of ['ioredis', 'redis']) {
  test(`${driver}: an entry of a stream belongs to the request that added it, and shows nothing of that`, async (t) => {
    const { stdout, of } = await record(t, packages, 'streams.js', { env: { DRIVER: driver, REDIS_URL: services.urls.redis } });
    const entries = ['/a', '/b', '/c'].map((item) => (driver === 'redis' ? { item } : ['item', item]));
    assert.deepEqual(JSON.parse(stdout), [entries, entries]);
    const requests = of('request');
    const senders = new Map(requests.filter(({ method }) => method === 'GET').map(({ flow, target }) => [flow, target]));
    const flows = new Map(requests.map(({ request, flow }) => [request, senders.get(flow)]));
    const seen = of('operation').filter(({ statement }) => statement.startsWith('SET seen:'));
    assert.deepEqual(seen.map(({ request }) => flows.get(request)), ['/a', '/b', '/c']);
    const others = of('operation').filter(({ statement }) => statement === 'SET other ?');
    assert.ok(others.length >= 10);
    assert.deepEqual(others.filter(({ request }) => request !== undefined), []);
    assert.equal(senders.size, 3); // each is a flow of its own
    const added = of('operation').find(({ statement }) => statement.startsWith('XADD'));
    assert.deepEqual(added.effects.map(({ class: one, keys }) => [one, keys.key]), [['R', ['orders']], ['W', ['orders']]]);
  });
}

// The loop over a stream does not ask again after the third entry; the second message has no flow.
for (const [fixture, title] of [
  ['streams.js', 'an entry is dealt with when the work on it is over, which the loop that reads need not wait for'],
  ['channels.js', 'so is a message on a channel whose listener does not return a promise'],
]) {
  test(title, async (t) => {
    const env = { DRIVER: 'ioredis', LATE: '1', REDIS_URL: services.urls.redis };
    const { of, recorded } = await record(t, packages, fixture, { env, helpers: ['sender.js'] });
    const seen = of('operation').filter(({ statement }) => statement.startsWith('SET seen:'));
    const over = recorded.flatMap(linesOf).filter(({ type, how }) => type === 'message' && how === 'done');
    for (const { request, t: at } of over) assert.ok(at > seen.find((one) => one.request === request).end, `${request}`);
    assert.equal(over.length, 2);
  });
}

for (const driver of ['ioredis', 'redis']) {
  test(`${driver}: an element of a list belongs to the request that pushed it, if a loop pops it`, async (t) => {
    const env = { DRIVER: driver, REDIS_URL: services.urls.redis };
    const { stdout, of } = await record(t, packages, 'lists.js', { env, helpers: ['sender.js'] });
    assert.deepEqual(JSON.parse(stdout), [['one', 'two'], ['second']]);
    const requests = of('request');
    const senders = new Map(requests.filter(({ method }) => method === 'GET').map(({ flow, target }) => [flow, target]));
    const seen = of('operation').filter(({ statement }) => statement.startsWith('SET '))
      .map(({ request }) => requests.find((one) => one.request === request));
    assert.deepEqual(seen.map(({ flow }) => senders.get(flow)), ['/one', '/two', '/ticket']);
    const list = driver === 'ioredis' ? 'shop:jobs' : 'jobs';
    assert.deepEqual(seen.map(({ handler }) => handler), [`MESSAGE /${list}`, `MESSAGE /${list}`, 'GET /ticket']);
  });
}

test('the second connection has no prefix of keys, since it reads keys by their whole names', async () => {
  const made = [];
  const duplicate = (options) => {
    made.push(options);
    return { connect: async () => {}, quit: async () => {}, end() {}, on() {} };
  };
  await ioredis.open({ duplicate, options: { keyPrefix: 'shop:' } });
  await legacy.open({ duplicate, options: { prefix: 'shop:' } });
  assert.deepEqual(made, [{ lazyConnect: true, keyPrefix: '' }, { prefix: '' }]);
});
