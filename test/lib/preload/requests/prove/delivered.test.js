'use strict';
// A run waits for the messages of a request, whenever services tell of them.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Actor } = require('../../../../../lib/preload/requests/prove/actor.js');
const { delivered } = require('../../../../../lib/preload/requests/prove/delivered.js');

const event = (how, id, queue = 'orders') => ({ how, id, queue });

// Carries out `script`, one function at each time that services are heard, and says when it is over. A clock of its own
// moves by each sleep.
async function waitFor(script, { expected = {} } = {}) {
  const actor = new Actor('first', () => {}, false);
  actor.answer({ status: 202 });
  let time = 0;
  let heard = 0;
  await delivered(actor, {
    expected, limit: 30_000, isActive: () => true, now: () => time,
    sleep: async (ms) => { time += ms; },
    sync: async () => script[heard++]?.((...about) => actor.work(event(...about), 1)),
  });
  return { heard, time, actor };
}

test('a message that a service tells of after the answer is waited for', async () => {
  const { heard, actor } = await waitFor([(tell) => tell('sent', 'a'), () => {}, (tell) => tell('done', 'a')]);
  assert.deepEqual([heard, actor.hasWork], [4, false]);
});

test('a message that another process has sent before the one before was dealt with is waited for', async () => {
  const script = [
    (tell) => tell('sent', 'a'), (tell) => tell('done', 'a'), (tell) => tell('sent', 'b'), (tell) => tell('done', 'b'),
  ];
  const { heard, actor } = await waitFor(script);
  assert.deepEqual([heard, actor.hasWork], [5, false]);
});

test('messages that the recording has are waited for, but not for ever', async () => {
  const late = Array(20).fill(() => {});
  const script = [...late, (tell) => tell('sent', 'a'), (tell) => tell('done', 'a')];
  const { heard } = await waitFor(script, { expected: { orders: 1 } });
  assert.equal(heard, 23);
  const { time } = await waitFor([], { expected: { orders: 1 } });
  assert.ok(time >= 3000 && time < 4000, `${time}`);
});
