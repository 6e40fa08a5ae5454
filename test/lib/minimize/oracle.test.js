'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Oracle, Stopped } = require('../../../lib/minimize/oracle.js');

const passed = { verdict: 'passed', titles: [] };
const failed = (title) => ({ verdict: 'failed', titles: [title] });

// A scratch folder whose runs have the given results, in turn.
function scratchOf(results) {
  const scratch = { count: 0, dropped: 0, drop: () => scratch.dropped++ };
  scratch.replay = async ({ delays }) => {
    const result = typeof results === 'function' ? results(delays) : results[scratch.count];
    return { folder: String(scratch.count++), ...result };
  };
  return scratch;
}

function oracleOf(scratch, { schedule = {}, ...more } = {}) {
  return new Oracle({ scratch, tries: 4, schedule: { delays: [], ...schedule }, ...more });
}

test('only the same failure counts', async () => {
  const oracle = oracleOf(scratchOf([failed('a'), failed('b'), passed]), { schedule: { failure: { title: 'a' } } });
  assert.deepEqual((await oracle.often([], 3)).map((run) => run.failed), [true, false, false]);
});

test('the most frequent failure is adopted', async () => {
  const oracle = oracleOf(scratchOf([]));
  assert.equal(oracle.adopt([failed('a'), failed('b'), failed('b'), passed]), 'b');
  assert.equal(oracle.title, 'b');
  assert.equal(oracle.adopt([passed]), undefined);
  assert.equal(oracle.title, 'b');
});

test('the tries end as soon as they decide', async () => {
  const scratch = scratchOf(() => passed);
  assert.equal((await oracleOf(scratch).judge([])).fails, false);
  assert.equal(scratch.count, 1);
  const rare = oracleOf(scratchOf([passed, failed('a')]));
  rare.rate = 0.25;
  assert.equal((await rare.judge([])).fails, true);
});

test('few tries are enough only on the virtual clock', async () => {
  for (const [clock, runs] of [['virtual', 1], ['real', 4]]) {
    const scratch = scratchOf(() => failed('a'));
    assert.equal((await oracleOf(scratch, { schedule: { options: { clock } } }).judge([], 1)).fails, true);
    assert.equal(scratch.count, runs);
  }
});

test('an answer is remembered and its folders are dropped', async () => {
  const scratch = scratchOf(() => failed('a'));
  const oracle = oracleOf(scratch);
  assert.equal(await oracle.fails([1]), true);
  assert.equal(await oracle.fails([1]), true);
  assert.deepEqual([scratch.count, scratch.dropped], [4, 4]);
});

test('after the deadline only confirming runs start', async () => {
  const oracle = oracleOf(scratchOf(() => passed), { deadline: 0 });
  await assert.rejects(oracle.once([]), (error) => error instanceof Stopped && error.message === 'time');
  assert.equal((await oracle.often([], 2)).length, 2);
});

test('an interruption ends the search', async () => {
  const oracle = oracleOf(scratchOf(() => ({ verdict: 'interrupted', titles: [] })));
  await assert.rejects(oracle.often([], 1), { message: 'interrupted' });
});
