'use strict';
// One seed, one set of delays. Runs on every Node.js version.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { temporaryFolder } = require('../../support/package.js');
const { run } = require('./harness.js');

// Timers are traced, and nothing is decided about them.
const decided = ({ operations }) =>
  Object.fromEntries(operations.filter(({ phase }) => phase !== 'timer').map(({ name, phase, delay }) => [`${phase} ${name}`, delay]).sort(([a], [b]) => (a < b ? -1 : 1)));
const random = (args, seed, more) =>
  ({ mode: 'random', args, env: { NACD_SEED: seed, NACD_MIN_DELAY: '0', NACD_MAX_DELAY: '60', ...more } });

test('the same seed gives the same operations the same delays, in whatever order they come', async (t) => {
  const [first, ...others] = await Promise.all([
    run(t, 'order-changes.js', random(['forwards'], '5')),
    run(t, 'order-changes.js', random(['forwards'], '5')),
    run(t, 'order-changes.js', random(['backwards'], '5')),
    run(t, 'order-changes.js', random(['backwards', 'slowly'], '5')),
  ]);
  const delays = decided(first);
  const values = Object.values(delays);
  assert.ok(values.length > 10, `${values.length} operations`);
  assert.ok(values.some((delay) => delay === undefined) && values.some((delay) => delay > 0), 'some are delayed, some are not');
  for (const other of others) assert.deepEqual(decided(other), delays);
});

test('another seed gives other delays', async (t) => {
  const [one, other] = await Promise.all([run(t, 'order-changes.js', random([], '5')), run(t, 'order-changes.js', random([], '6'))]);
  assert.notDeepEqual(decided(one), decided(other));
});

test('probability 0 delays nothing, 1 everything', async (t) => {
  const [none, all] = await Promise.all(['0', '1'].map((p) => run(t, 'order-changes.js', random([], '5', { NACD_UNSUPPORTED_PROBABILITY: p }))));
  assert.ok(none.operations.every(({ delay }) => delay === undefined));
  assert.ok(all.operations.every(({ delay }) => delay !== undefined));
});

test('a schedule made from a trace replays its delays, and those alone', async (t) => {
  const recorded = await run(t, 'order-changes.js', random(['forwards'], '9'));
  const delays = recorded.operations.filter(({ delay }) => delay !== undefined)
    .map(({ name, phase, delay }) => ({ name, phase, delay }));
  const file = path.join(temporaryFolder(t, 'nacd-'), 'schedule.json');
  const replay = (list, args) => {
    fs.writeFileSync(file, JSON.stringify({ format: 1, options: recorded.traces[0].header.options, delays: list }));
    return run(t, 'order-changes.js', { mode: 'replay', args, env: { NACD_SCHEDULE: file, NACD_SEED: '1234' } });
  };
  const of = ({ operations }) => operations.filter(({ delay }) => delay !== undefined).map(({ name, phase, delay }) => `${phase} ${name} ${delay}`).sort();
  assert.ok(delays.length > 3);
  assert.deepEqual(of(await replay(delays, ['backwards'])), of(recorded));
  assert.deepEqual(of(await replay([delays[1]], ['forwards'])), [`${delays[1].phase} ${delays[1].name} ${delays[1].delay}`]);
  assert.deepEqual(of(await replay([], ['forwards'])), []);
});
