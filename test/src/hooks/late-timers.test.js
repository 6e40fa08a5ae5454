'use strict';
// NACD_TIMERS: timers come later, never earlier, and keep their order. Runs on every Node.js version.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { installed } = require('../../support/installed.js');
const { assertDelayed, inEveryMode, run } = require('./harness.js');

const APIS = [
  'timers.setTimeout', 'timers.setInterval', 'timers.setImmediate', 'timers/promises.setTimeout', 'timers/promises.setInterval',
  'timers/promises.Scheduler.wait',
];

test('timers are delayed, and mean the same', async (t) => {
  const { plain, always } = await inEveryMode(t, 'late-timers.js', { env: { NACD_TIMERS: '1' } });
  assert.equal(plain.status, 0);
  for (const api of APIS) {
    await t.test(api, () => assertDelayed(always.operations, api, { cut: true }));
  }
});

test('without the option they are not', async (t) => {
  const { operations } = await run(t, 'late-timers.js');
  assert.deepEqual(operations.filter(({ phase, delay }) => phase === 'timer' && delay !== undefined), []);
});

test("an interval's ticks are named as those of one that is not delayed", async (t) => {
  const ticksOf = async (env) => {
    const { operations } = await run(t, 'late-timers.js', { env });
    const intervals = operations.filter(({ phase, name }) => phase === 'timer' && /^(?:timers\.)?setInterval@/.test(name));
    const names = intervals.map(({ name }) => /^(.*#1)(\/.*)$/.exec(name) ?? []);
    return names.filter(([, interval]) => interval === names[0][1]).map(([, , tick]) => tick).slice(0, 2);
  };
  assert.deepEqual(await ticksOf({ NACD_TIMERS: '1' }), ['/tick#1', '/tick#2']);
  assert.deepEqual(await ticksOf({}), ['/tick#1', '/tick#2']);
});

test('a clock that the program fakes is not asked', async (t) => {
  const folder = installed('fake-timers', { '@sinonjs/fake-timers': '15.5.0' });
  const options = { args: [path.join(folder, 'node_modules/@sinonjs/fake-timers')], env: { NACD_TIMERS: '1' }, timeout: 15_000 };
  const { plain } = await inEveryMode(t, 'faked-clock.js', options);
  assert.equal(plain.stdout, 'interval\ntimeout\npromise\ntick\n');
});
