'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Steps } = require('../../../../../lib/preload/requests/prove/steps.js');

test('a request begins after the pause of its step, in which a lock runs out', async () => {
  const done = [];
  const proof = {
    actors: { get: (who) => ({ go: async () => { done.push(who); } }) }, states: { read: async () => ({}) },
    world: { sleep: async (ms) => { done.push(ms); } }, over: new Promise(() => {}), isActive: () => false,
  };
  await new Steps({ mode: 'forced', steps: [{ who: 'second', pause: 420 }] }, proof).carryOut();
  assert.deepEqual(done, [420, 'second']);
});

// Carries out `steps` with stores that are used only later; resolves to the states.
async function statesOf(mode, steps) {
  let result;
  const counts = { now: 0 };
  const actor = { go: async () => { counts.now++; }, arrival: Promise.resolve('held') };
  const proof = {
    actors: { get: () => actor, all: [] }, over: new Promise(() => {}), isActive: () => true, sync: async () => {},
    states: { read: async () => ({ shop: counts.now }), unlatch: async () => {} },
    world: { sleep: () => new Promise(() => {}), now: () => 0 },
    stop: (state, more) => { result = more.states; },
  };
  const all = new Steps({ mode, limit: 1000, steps }, proof);
  const end = all.carryOut();
  for (const [store, tables] of [['log', 'empty'], ['log', 'one line'], ['shop', 'later']]) all.began(store, tables);
  await end;
  return result;
}

test('the first state of a store that nobody had used is that before its first operation', async () => {
  const { before } = await statesOf('forced', [{ who: 'first', until: {} }]);
  assert.deepEqual(before, { log: 'empty', shop: 0 });
});

test('the state in between is read when one of both requests is over', async () => {
  const until = {};
  const middleOf = async (...steps) => (await statesOf('between', steps)).middle;
  assert.deepEqual(await middleOf({ who: 'first', until }, { who: 'second', until }), { shop: 1 });
  assert.deepEqual(await middleOf({ who: 'first', until }, { who: 'second', until }, { who: 'first', until }), { shop: 2 });
  assert.equal((await statesOf('forced', [{ who: 'first', until }, { who: 'second', until }])).middle, undefined);
});

// Carries out an order inside a function of the database, in which both requests wait for the tool's lock.
async function insideOf({ canLock = true, gaveUp = false, waiting = ['first', 'second'] } = {}) {
  const done = [];
  const actorOf = (who) => {
    const actor = { who, gaveUp, pending: 1, idle: 200, letGo() {}, isHeld: false, done: new Promise(() => {}) };
    return {
      ...actor, arrival: new Promise(() => {}), settled: async () => {}, waitsAt: () => waiting.includes(who),
      go: async () => { done.push(`${who} goes on`); },
    };
  };
  const actors = { first: actorOf('first'), second: actorOf('second') };
  const states = {
    read: async () => ({}), latch: async ({ tables }) => done.push(`lock ${tables}`) > 0 && canLock,
    unlatch: async () => {
      done.push('unlock');
      for (const actor of Object.values(actors)) actor.done = Promise.resolve();
    },
    waits: async () => done.filter((text) => text.endsWith('goes on')).map((query) => ({ query })),
  };
  let isActive = true;
  const proof = {
    actors: { get: (who) => actors[who], all: Object.values(actors) }, states, over: new Promise(() => {}),
    world: { sleep: async () => {}, now: () => 0 }, isActive: () => isActive, sync: async () => {},
    stop: (state, { escaped } = {}) => {
      done.push(state, ...escaped ?? []);
      isActive = false;
    },
  };
  const steps = new Steps({ mode: 'forced', limit: 1000, steps: [{ who: 'first', latch: { tables: ['seat'] } }, { who: 'second' }] }, proof);
  await steps.carryOut();
  return { done, blocked: steps.blocked, isOwnDoing: steps.isOwnDoing };
}

test('both requests go on until they wait for the lock of the tool, which then ends', async () => {
  const { done, blocked, isOwnDoing } = await insideOf();
  assert.deepEqual(done, ['lock seat', 'first goes on', 'second goes on', 'unlock', 'done']);
  assert.deepEqual([blocked, isOwnDoing], [undefined, false]);
});

test('a table that cannot be locked is not reached, and a request that gives up for the lock shows nothing', async () => {
  assert.deepEqual((await insideOf({ canLock: false })).done, ['lock seat', 'not reached']);
  assert.equal((await insideOf({ gaveUp: true })).done.at(-1), 'gave up');
});

test('a call that does not wait for the end of the tool\'s lock is told: its function may have found the lock', async () => {
  const { done, isOwnDoing } = await insideOf({ waiting: ['second'] });
  assert.deepEqual(done.slice(-2), ['done', 'first']);
  assert.equal(isOwnDoing, true);
});
