'use strict';
// A message that has no answer is over when the program is idle, however late that is.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { whenIdle } = require('../../../../lib/preload/requests/idle.js');

const SHORT_MS = 600;

const busyFor = (ms) => { for (const began = performance.now(); performance.now() - began < ms;); };

function watched(request) {
  const seen = { isOver: false };
  seen.stop = whenIdle(request, () => { seen.isOver = true; });
  return seen;
}

test('it is not over while an operation is on its way, and over when the program was idle after that', async () => {
  const request = { operations: 1, ended: 0 };
  const seen = watched(request);
  await sleep(SHORT_MS);
  assert.equal(seen.isOver, false);
  request.ended = 1;
  for (const began = Date.now(); !seen.isOver && Date.now() - began < 2500;) await sleep(20);
  assert.equal(seen.isOver, true);
});

test('time in which the program is busy does not count, and a wait that was ended tells nothing', async () => {
  const seen = watched({ operations: 0, ended: 0 });
  const stopped = watched({ operations: 0, ended: 0 });
  stopped.stop();
  for (let i = 0; i < 10; i++) {
    busyFor(SHORT_MS / 10);
    await sleep(0);
  }
  assert.equal(seen.isOver, false);
  await sleep(2 * SHORT_MS);
  assert.deepEqual([seen.isOver, stopped.isOver], [true, false]);
});
