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
