// Pipes and ports have the names of the order in which they were made, whichever is used first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const env = { NACD_UNSUPPORTED_PROBABILITY: '0', NACD_UNSUPPORTED_STALLS: '0' };

// Returns the names of what comes to the main thread's pipes and ports, each once and in order.
async function origins(first) {
  const { events, code } = await run(fixture('first-used.js'), { args: [String(first)], env });
  assert.equal(code, 0);
  const arrivals = events.filter(({ phase, type }) => phase === 'descriptor' && type === 'run');
  const names = arrivals.map(({ name }) => name.replace(/\/ready#\d+$/, '').replace(/^.*(?=\/pipe)/, ''));
  const of = (pattern) => [...new Set(names.filter((name) => pattern.test(name)))];
  return { pipes: of(/^\/pipe#/), ports: of(/^message#[12]$/) };
}

test('the names of pipes and ports do not depend on which is used first', async () => {
  const [one, two] = [await origins(0), await origins(1)];
  assert.deepEqual(one.pipes, ['/pipe#2', '/pipe#3']);
  assert.deepEqual(two.pipes, ['/pipe#3', '/pipe#2']);
  assert.deepEqual(one.ports, ['message#1', 'message#2']); // the third is the worker's own
  assert.deepEqual(two.ports, ['message#2', 'message#1']);
});
