// Datagrams of one sender: their order is kept and none is lost, unless an option asks for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

async function seen(env) {
  const { code, stdout, stderr, events } = await run(fixture('datagrams.js'), { env: { NACD_UNSUPPORTED_STALLS: '0', ...env } });
  assert.equal(code, 0, stderr);
  return { numbers: JSON.parse(stdout), events };
}

test('one sender keeps its order, some of its datagrams come later than others', async () => {
  const { numbers, events } = await seen({});
  assert.deepEqual(numbers, ALL);
  const held = events.filter(({ name, type, delay }) => !type && /^udp#1\/ready#\d+$/.test(name) && delay > 0);
  assert.ok(held.length > 0, JSON.stringify(events));
});

for (const env of [{ NACD_DATAGRAMS: 'reorder' }, { NACD_UNSUPPORTED_DATAGRAM_REORDER: '1' }]) {
  test(`${Object.entries(env)}: another order, and all of them`, async () => {
    const { numbers } = await seen(env);
    assert.notDeepEqual(numbers, ALL);
    assert.deepEqual([...numbers].sort((a, b) => a - b), ALL);
  });
}

test('NACD_DATAGRAMS=lossy: the trace decides about the loss of each, in-order about none', async () => {
  const isLoss = ({ name, type }) => !type && name.startsWith('udp#1/lost#');
  assert.equal((await seen({ NACD_DATAGRAMS: 'lossy' })).events.filter(isLoss).length, ALL.length);
  assert.equal((await seen({ NACD_DATAGRAMS: 'in-order' })).events.filter(isLoss).length, 0);
});

test('NACD_UNSUPPORTED_DATAGRAM_LOSS: the trace names those that are lost', async () => {
  const { numbers, events } = await seen({ NACD_UNSUPPORTED_DATAGRAM_LOSS: '0.5', NACD_UNSUPPORTED_PROBABILITY: '0' });
  const lost = events.filter(({ name, type, delay }) => !type && delay > 0 && name.startsWith('udp#1/lost#'));
  assert.ok(lost.length > 0 && lost.length < 10, JSON.stringify(lost));
  assert.deepEqual(numbers, ALL.filter((number) => !lost.some(({ name }) => name.endsWith(`#${number}`))));
});
