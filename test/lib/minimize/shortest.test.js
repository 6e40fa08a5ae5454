'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { shortenAll } = require('../../../lib/minimize/shortest.js');

// Fails if each delay is at least as long as its edge.
function oracleOf(edges) {
  const once = async (delays) => ({ failed: delays.every(({ delay }, index) => delay >= edges[index]), delays });
  return {
    once,
    async judge(delays) {
      const run = await once(delays);
      return { fails: run.failed, runs: [run] };
    },
  };
}

test('each delay becomes the shortest that fails', async () => {
  const seen = [];
  const { delays, edges } = await shortenAll([{ name: 'a', delay: 400 }, { name: 'b', delay: 300 }], oracleOf([100, 30]),
    { onShorter: (shorter) => seen.push(shorter.map(({ delay }) => delay)) });
  assert.ok(delays[0].delay >= 100 && delays[0].delay <= 110, delays[0].delay);
  assert.ok(delays[1].delay >= 30 && delays[1].delay <= 33, delays[1].delay);
  assert.equal(delays[0].name, 'a');
  assert.deepEqual(seen.map(([first]) => first), [delays[0].delay, delays[0].delay]);
  for (const { below, above } of edges) {
    assert.ok(below.length > 0 && below.every(({ failed }) => !failed));
    assert.ok(above.length > 0 && above.every(({ failed }) => failed));
  }
});

test('the search stops where its runs show one overtaker', async () => {
  let runs = 0;
  const oracle = oracleOf([100]);
  const counting = { ...oracle, judge: (...given) => (runs++, oracle.judge(...given)) };
  const isClear = (_, { below, above }) => below.length + above.length === 3;
  const { delays, edges } = await shortenAll([{ name: 'a', delay: 400 }], counting, { isClear });
  assert.equal(runs, 3);
  assert.ok(delays[0].delay >= 100 && delays[0].delay < 400, delays[0].delay);
  assert.equal(edges[0].below.length + edges[0].above.length, 3);
});

test('of several delays each has runs in which it alone is too short', async () => {
  const { edges } = await shortenAll([{ name: 'a', delay: 400 }, { name: 'b', delay: 300 }], oracleOf([1, 1]));
  for (const { below } of edges) assert.ok(below.length > 0);
});

test('without delays there is nothing to shorten', async () => {
  assert.deepEqual(await shortenAll([], oracleOf([])), { delays: [], edges: [] });
});
