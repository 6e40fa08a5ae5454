'use strict';
// How much real time delays in slow children may take: lib/preload/slow-children.js.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { spendOnChildren } = require('../../../lib/preload/binding.js');
const { SlowChildren } = require('../../../lib/preload/slow-children.js');

// Returns a `spend` of its own: all in this process would share one.
function spending() {
  let spent = 0;
  return (ms) => (spent += ms);
}

const slowChildren = (options, now) => new SlowChildren({ slowChildren: 1, ...options }, { now, spend: spending() });

const REAL = { NACD_CLOCK: 'real' };

// Returns what each of `count` children may take, one after the other. Each lives for `lived` ms, or for ever.
function taken(slow, count, { lived, now = { ms: 0 } } = {}) {
  return Array.from({ length: count }, () => {
    const { ms } = slow.next({});
    const child = { exitCode: null, signalCode: null };
    slow.started(child, ms);
    if (lived !== undefined) {
      now.ms += lived;
      child.exitCode = 0;
    }
    return ms;
  });
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

test('delays in children take real time, 1.2 s of it, those of a test runner do not', () => {
  const clock = (options, given = {}) => {
    const { NACD_CLOCK, NACD_UNSUPPORTED_HELD_BUDGET } = slowChildren(options).next(given).variables;
    return [NACD_CLOCK, NACD_UNSUPPORTED_HELD_BUDGET];
  };
  assert.deepEqual(clock({}), ['real', '1200']);
  assert.deepEqual(clock({}, { NACD_UNSUPPORTED_HELD_BUDGET: '100' }), ['real', '100']);
  assert.deepEqual(clock({ slowChildren: 0 }), [undefined, undefined]);
  assert.deepEqual(clock({ callsMachinery: () => true }), [undefined, undefined]);
  assert.deepEqual(clock({}, REAL), [undefined, undefined]); // the user's choice
});

test('all children together take no more than their bound, however many there are', () => {
  const all = taken(slowChildren(), 20);
  assert.deepEqual(all.slice(0, 3), [1200, 600, 300]);
  assert.equal(all.at(-1), 0);
  assert.ok(sum(all) <= 2400);
  assert.deepEqual(taken(slowChildren({ slowChildrenTime: 60_000 }), 40).slice(38), [1200, 1200]);
});

test('a child that has ended gives back what it cannot have taken', () => {
  const now = { ms: 0 };
  const slow = slowChildren({}, () => now.ms);
  const all = taken(slow, 20, { lived: 100, now });
  assert.deepEqual(all.slice(0, 3), [1200, 1150, 1100]);
  assert.ok(sum(all.map((ms) => Math.min(ms, 100))) <= 2400);
});

test('a child with little time has short delays, and its own children share that time', () => {
  const slow = slowChildren({ slowChildrenTime: 240, inherited: { NACD_MIN_DELAY: '60' } });
  const { variables } = slow.next({});
  assert.deepEqual(variables, {
    ...REAL, NACD_UNSUPPORTED_HELD_BUDGET: '120', NACD_UNSUPPORTED_SLOW_CHILDREN: '1', NACD_UNSUPPORTED_SLOW_CHILDREN_TIME: '120', NACD_MIN_DELAY: '50',
    NACD_MAX_DELAY: '50',
  });
  const own = slowChildren({ slowChildrenTime: 120 });
  assert.equal(own.next(variables).ms, 60);
  const spent = own.next(variables).variables; // the clock is real anyway
  assert.deepEqual([spent.NACD_CLOCK, spent.NACD_UNSUPPORTED_HELD_BUDGET, spent.NACD_MAX_DELAY], ['real', '1', '1']);
});

test('threads of a process share the bound', () => {
  const spend = spending();
  const [one, other] = [{}, {}].map(() => new SlowChildren({ slowChildren: 1 }, { spend }));
  assert.deepEqual([one.next({}).ms, other.next({}).ms, one.next({}).ms], [1200, 600, 300]);
  assert.equal(spendOnChildren(7) - spendOnChildren(0), 0);
  assert.equal(spendOnChildren(-7), 0);
});
