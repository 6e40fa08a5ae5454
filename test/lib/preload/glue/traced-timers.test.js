'use strict';
// lib/preload/glue/traced-timers.js with natives that record how they are called.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { limit, markTests } = require('../../../../lib/preload/glue/limit.js');
const tracedTimers = require('../../../../lib/preload/glue/traced-timers.js');

const PHASE = 4;

function make({ holds = false } = {}) {
  const log = [];
  const held = [];
  const glue = {};
  // As traced_timers.cc.
  const fireAs = (late) => function fire(...args) {
    if (!glue.fires(this, args, late)) return undefined;
    try {
      return Reflect.apply(this.callback, this.handle, args);
    } finally {
      glue.fired();
    }
  };
  const natives = {
    fire: fireAs(false),
    fireLate: fireAs(true),
    note: (name) => void log.push(`ran ${name}`),
    expect: (name, count) => {
      log.push(`expects ${name}/${count}`);
      return `${name}/${count}`;
    },
    hold: (name, fn, self, args) => {
      if (holds) held.push(() => Reflect.apply(fn, self, args));
      return holds;
    },
    cancelled: (name) => void log.push(`cancelled ${name}`),
    ownTime: () => 0,
  };
  Object.assign(glue, tracedTimers(natives));
  return { ...glue, log, held };
}

test('a timer is reported once, when it fires', () => {
  const { timer, log } = make();
  const about = timer((value) => value, 'setTimeout@a#1', PHASE, false, false);
  assert.equal(about.run('value'), 'value');
  assert.deepEqual(log, ['ran setTimeout@a#1']);
});

test('each tick of an interval has its own name, and the next one is expected', () => {
  const { timer, log } = make();
  const about = timer(() => {}, 'setInterval@a#1', PHASE, true, false);
  about.run();
  about.run();
  assert.deepEqual(log, [
    'expects setInterval@a#1/1', 'ran setInterval@a#1/1', 'expects setInterval@a#1/2', 'ran setInterval@a#1/2',
    'expects setInterval@a#1/3',
  ]);
});

test('a cleared timer is reported as cancelled once, and one that has fired is not', () => {
  const { timer, rememberTimer, forgetTimer, log } = make();
  const handle = {};
  rememberTimer(handle, timer(() => {}, 'a#1', PHASE, false, false));
  forgetTimer(handle);
  forgetTimer(handle);
  assert.deepEqual(log, ['cancelled a#1']);
  const fired = {};
  const about = timer(() => {}, 'b#1', PHASE, false, false);
  rememberTimer(fired, about);
  about.run();
  forgetTimer(fired);
  assert.deepEqual(log, ['cancelled a#1', 'ran b#1']);
});

test('a held timer runs when it is released, unless it is cleared meanwhile', () => {
  const { timer, rememberTimer, forgetTimer, log, held } = make({ holds: true });
  timer(() => log.push('called'), 'a#1', PHASE, false, true).run();
  const cleared = timer(() => log.push('never'), 'b#1', PHASE, false, true);
  const handle = {};
  rememberTimer(handle, cleared);
  cleared.run();
  forgetTimer(handle);
  assert.deepEqual(log, ['cancelled b#1']);
  for (const call of held) call();
  assert.deepEqual(log, ['cancelled b#1', 'ran a#1', 'called']);
});

test('a timer that keeps the loop alive goes on, until it has fired often without news', () => {
  const { timer, rememberTimer, timersGoOn } = make();
  const about = timer(() => {}, 'loop#1', PHASE, true, true);
  rememberTimer({ hasRef: () => true }, about);
  assert.equal(timersGoOn(1), true);
  for (let i = 0; i < 10; i++) about.run();
  assert.equal(timersGoOn(1), false);
  assert.equal(timersGoOn(2), true);
});

test('a limit counts the time of the program only, and ends in the end', () => {
  let time = 0;
  let calls = 0;
  const timer = { refreshed: 0, refresh() { this.refreshed++; } };
  const limited = limit(() => calls++, 100, () => time);
  time = 50;
  limited.call(timer);
  assert.deepEqual([calls, timer.refreshed], [0, 1]);
  time = 99;
  limited.call(timer);
  assert.deepEqual([calls, timer.refreshed], [1, 1]);
  const stuck = limit(() => calls++, 1000, () => 0);
  for (let i = 0; i < 20; i++) stuck.call(timer);
  assert.equal(calls, 2);
});

test('a limit without a length, or with one that Node does not take, is one of a millisecond', () => {
  for (const after of [undefined, null, 'soon', -5, 2 ** 40, Number.NaN, '1']) {
    let time = 0;
    let calls = 0;
    const timer = { refresh() {} };
    const limited = limit(() => calls++, after, () => time);
    time = 1;
    limited.call(timer);
    assert.equal(calls, 1, String(after));
  }
});

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a short limit of a test allows for delays that are longer, and for our own work beside them', () => {
  let time = 0;
  let calls = 0;
  const timer = { refresh() {} };
  const limited = limit(() => calls++, 30, () => time);
  markTests(limited);
  for (let i = 0; i < 100; i++) limited.call(timer);
  assert.equal(calls, 0);
  sleep(260);
  time = 150;
  limited.call(timer);
  assert.equal(calls, 0);
  time = 200;
  limited.call(timer);
  assert.equal(calls, 1);
});
