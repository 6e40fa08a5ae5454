// Of many ready events some come in each turn of the loop; few come one a turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

async function batch(what, count, env = {}) {
  const { code, stdout, stderr } = await run(fixture('batch.js'), {
    args: [what, String(count)], env: { NACD_UNSUPPORTED_PROBABILITY: '0', ...env },
  });
  assert.equal(code, 0, stderr);
  return stdout;
}

const sorted = (order) => order.toSorted((one, other) => one - other);

for (const what of ['data', 'tasks']) {
  test(`${what}: some of many come in each turn, each of them once`, async () => {
    const { turns, order } = JSON.parse(await batch(what, 200));
    assert.deepEqual(sorted(order), Array.from({ length: 200 }, (_, i) => i));
    assert.ok(turns < 120, `${turns} turns`);
  });

  test(`${what}: few come one a turn`, async () => {
    const { turns, order } = JSON.parse(await batch(what, 12));
    assert.equal(order.length, 12);
    assert.ok(turns >= 11, `${turns} turns`);
  });

  test(`${what}: without delays they come in as few turns as in plain Node.js`, async () => {
    const { turns, order } = JSON.parse(await batch(what, 12, { NACD_MODE: 'never', NACD_ENGINE: 'both' }));
    assert.equal(order.length, 12);
    assert.ok(turns <= 3, `${turns} turns`);
  });
}

test('the order of many is that of the seed', async () => {
  const orderOf = async (seed) => JSON.parse(await batch('data', 100, { NACD_SEED: seed })).order;
  const [one, again, other] = [await orderOf('1'), await orderOf('1'), await orderOf('2')];
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
  assert.notDeepEqual(one, sorted(one));
});

test('a socket that another one of many closes gets no event, nor does the one that has its descriptor then', async () => {
  assert.equal(await batch('closing', 100), 'closed\n');
});

for (const engine of ['loop', 'both']) {
  test(`a message comes while many tasks end, engine ${engine}`, async () => {
    for (const seed of ['1', '2']) {
      const settings = { NACD_ENGINE: engine, NACD_CLOCK: 'real', NACD_UNSUPPORTED_PROBABILITY: '0.5', NACD_SEED: seed };
      assert.equal(await batch('messages', 300, settings), 'answered 8\n');
    }
  });
}

test('each connection that came has a line of its own', async () => {
  const { events } = await run(fixture('batch.js'), { args: ['backlog', '300'], env: { NACD_UNSUPPORTED_PROBABILITY: '1' } });
  const decided = new Set(events.filter(({ type, phase }) => !type && phase === 'descriptor').map(({ name }) => name));
  const ran = events.filter(({ type, phase }) => type === 'run' && phase === 'descriptor').map(({ name }) => name);
  assert.ok(ran.length >= 300, `${ran.length}`);
  assert.deepEqual(ran.filter((name) => !decided.has(name)), []);
});

test('connections that wait behind a held one do not wait for the delays of all', async () => {
  const ms = Number(await batch('backlog', 300, { NACD_UNSUPPORTED_PROBABILITY: '1' }));
  assert.ok(ms > 0 && ms < 30_000, `${ms} ms`);
});
