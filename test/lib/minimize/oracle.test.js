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

test('an error with other numbers is the same failure, a test with another number is not', async () => {
  const countedAs = async (title, other) => {
    const oracle = oracleOf(scratchOf([failed(other)]), { schedule: { failure: { title } } });
    return (await oracle.often([], 1))[0].failed;
  };
  assert.equal(await countedAs('Error: balance 7', 'Error: balance 12'), true);
  assert.equal(await countedAs('Error: balance 7', 'Error: count 7'), false);
  assert.equal(await countedAs('store > keeps value 1', 'store > keeps value 2'), false);
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

test('a quick look believes a failure, and a pass at once only on the virtual clock', async () => {
  for (const [clock, runs] of [['virtual', 1], ['real', 2]]) {
    const schedule = { options: { clock } };
    const failing = scratchOf(() => failed('a'));
    assert.equal((await oracleOf(failing, { schedule }).judge([], true)).fails, true);
    assert.equal(failing.count, 1);
    const passing = scratchOf(() => passed);
    assert.equal((await oracleOf(passing, { schedule }).judge([], true)).fails, false);
    assert.equal(passing.count, runs);
    const thorough = scratchOf(() => failed('a'));
    assert.equal((await oracleOf(thorough, { schedule }).judge([])).fails, true);
    assert.equal(thorough.count, 4);
  }
});

test('an answer is remembered and its folders are dropped', async () => {
  const scratch = scratchOf(() => failed('a'));
  const oracle = oracleOf(scratch);
  assert.equal(await oracle.fails([1]), true);
  assert.equal(await oracle.fails([1]), true);
  assert.deepEqual([scratch.count, scratch.dropped], [4, 4]);
});

test('after the deadline no run starts, but for a first one', async () => {
  const oracle = oracleOf(scratchOf(() => passed), { deadline: 0 });
  await assert.rejects(oracle.once([]), (error) => error instanceof Stopped && error.message === 'time');
  assert.equal((await oracle.often([], 2)).length, 1);
  assert.equal((await oracle.often([], 2)).length, 0);
});

test('the search leaves time for the runs that confirm its result', async () => {
  const scratch = scratchOf(() => ({ ...passed, ms: 100 }));
  const oracle = oracleOf(scratch, { deadline: performance.now() + 1000 });
  await oracle.often([], 1);
  const soon = oracleOf(scratch, { deadline: performance.now() });
  await assert.rejects(soon.once([]), { message: 'time' });
  assert.equal((await oracle.once([])).failed, false);
});

test('after many runs the search ends, and then what confirms its result', async () => {
  const oracle = oracleOf(scratchOf(() => passed));
  await oracle.often([], 40);
  await assert.rejects(oracle.once([]), { message: 'runs' });
  assert.equal((await oracle.often([], 30)).length, 20);
});

test('an interruption ends the search', async () => {
  const oracle = oracleOf(scratchOf(() => ({ verdict: 'interrupted', titles: [] })));
  await assert.rejects(oracle.often([], 1), { message: 'interrupted' });
});

test('runs with the same operations speak for other delays of these', async () => {
  const delays = (...times) => times.map((delay, at) => ({ name: `op${at}`, phase: 'callback', delay }));
  const oracle = oracleOf(scratchOf((tried) => (tried[0].delay > 50 ? failed('a') : passed)));
  for (const times of [[60, 10], [100, 20], [200, 20], [20, 500], [40, 5]]) await oracle.once(delays(...times));
  await oracle.once(delays(60)); // fewer operations
  assert.deepEqual(oracle.seen(delays(150, 20)), { failed: 2, passed: 0 });
  assert.deepEqual(oracle.seen(delays(30, 4)), { failed: 0, passed: 1 });
  assert.deepEqual(oracle.seen(delays(60)), { failed: 1, passed: 0 });
  assert.deepEqual(oracle.seen(delays(1, 2, 3)), { failed: 0, passed: 0 });
});
