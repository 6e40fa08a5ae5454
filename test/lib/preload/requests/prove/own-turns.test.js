'use strict';
// Requests that services send by themselves come in a proof where the recording has them.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { OwnTurns } = require('../../../../../lib/preload/requests/prove/own-turns.js');
const { ownTurnsOf } = require('../../../../../lib/requests/prove/own-requests.js');

const TICK = 'POST /expire';
const PAY = 'POST /pay';

// Requests as [shape, ordinal, effects]: each is answered before the next one comes.
function recordingOf(list) {
  const requests = list.map(([shape, ordinal, effects = [{ class: 'W' }]], index) => ({
    number: index + 1, method: 'POST', shape, ordinal, t: 10 * index, ms: 5, operations: [{ effects }],
    flow: shape === PAY ? `x-${index}` : `own-x-${index}`,
  }));
  return { requests: new Map(requests.map((request) => [request.number, request])) };
}

// The turns of a proof in which the request of this number is that of the test, and its arrivals.
function turnsOf(list, number) {
  const recording = recordingOf(list);
  const plan = ownTurnsOf(recording, recording.requests.get(number));
  const over = new Promise(() => {});
  const turns = new OwnTurns(plan, over);
  const came = [];
  const arrive = (shape, ordinal) => {
    const request = { flow: shape === TICK ? 'own-y-1' : 'y-1' };
    const wait = turns.take(request, { shape, ordinal });
    const note = () => came.push(`${shape} ${ordinal}`);
    if (wait) wait.then(note);
    else note();
    return request;
  };
  return { turns, came, arrive };
}

const settled = () => new Promise(setImmediate);

test('a request of the test waits for those that a service had sent before, and no later one comes before it', async () => {
  const { turns, came, arrive } = turnsOf([[TICK, 1], [PAY, 1], [TICK, 2]], 2);
  arrive(PAY, 1);
  const tick = arrive(TICK, 1);
  await settled();
  assert.deepEqual(came, [`${TICK} 1`]);
  arrive(TICK, 2); // held until the proof is over
  turns.answered(tick);
  await settled();
  assert.deepEqual(came, [`${TICK} 1`, `${PAY} 1`]);
});

test('if a service has sent that of the proof, those that came later in the recording wait for it', async () => {
  const { came, arrive } = turnsOf([[TICK, 1], [PAY, 1]], 1);
  arrive(PAY, 1);
  await settled();
  assert.deepEqual(came, []);
  arrive(TICK, 1);
  await settled();
  assert.deepEqual(came, [`${TICK} 1`]);
});

test('requests of services that change nothing, and recordings without any, set no order', () => {
  for (const list of [[[TICK, 1, [{ class: 'R' }]], [PAY, 1]], [[PAY, 1], [PAY, 2]]]) {
    const recording = recordingOf(list);
    assert.equal(ownTurnsOf(recording, recording.requests.get(2)), undefined);
  }
});
