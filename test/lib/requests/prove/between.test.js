'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { betweenOf } = require('../../../../lib/requests/prove/between.js');
const { stepsOf } = require('../../../../lib/requests/prove/plan.js');

const effect = (kind) => ({ class: kind, table: 'holds', keys: { id: ['1'] } });
const operationOf = (request, operation, kind, t = operation) => ({
  operation, request, t, end: t, site: `s.js:${operation}`, api: 'q', statement: kind, store: 'pg', effects: [effect(kind)],
});

// POST /holds (1) inserts a row (1), and is answered at 2. A worker, or the program itself `after` its answer, writes a
// log (2), checks the row (3) and changes it (4).
function recordings({ by = 'message', turn } = {}) {
  const own = [operationOf(1, 1, 'A')];
  const later = [operationOf(2, 2, 'log'), operationOf(2, 3, 'R'), operationOf(2, 4, 'W')];
  if (turn !== undefined) later[0].turn = turn;
  const post = { number: 1, t: 0, ms: 2, method: 'POST', headers: [], operations: own };
  const all = [post];
  if (by === 'message') all.push({ number: 2, t: 3, call: 'm', method: 'MESSAGE', headers: [], operations: later });
  if (by === 'call') all.push({ number: 2, t: 0, ms: 5, call: 'm', method: 'POST', headers: [], operations: later });
  if (by === 'timer') {
    for (const one of later) one.request = 1;
    own.push(...later);
  }
  if (by === 'call') post.ms = 9;
  const pay = { number: 3, t: 6, ms: 1, method: 'POST', headers: [], operations: [operationOf(3, 5, 'R')] };
  all.push(pay);
  const recording = {
    main: 'shop.js', requests: new Map(all.map((one) => [one.number, one])), done: [{ queue: 'q', id: 'm' }],
    operations: new Map(all.flatMap(({ operations }) => operations).map((one) => [one.operation, one])),
    sent: new Map([['m', { request: 1, t: 1, queue: 'q' }]]),
  };
  return { first: recording, second: recording, all: [recording] };
}

const orderOf = (window) => [['first', window[0]], ['second', 5], ['first', window[1]]];

function betweenIn(window, options, more) {
  const own = recordings(options);
  const candidate = { first: { trace: 0, window }, second: { trace: 0, window: [5, 5] }, ...more };
  const between = betweenOf(candidate, orderOf(window), own);
  if (between === undefined) return undefined;
  const steps = stepsOf(between.order, own).map(({ who, until }) => `${who}${until ? ` ${until.statement}` : ''}`);
  return [steps.join(', '), between.isWhole, Object.keys(between.writes).length];
}

test('a request is held before its later work while the other one runs, which is one by one', () => {
  for (const by of ['message', 'timer']) {
    assert.deepEqual(betweenIn([3, 4], { by }), ['first log, second, first', true, 1], by);
    assert.deepEqual(betweenIn([1, 4], { by }), ['first log, second, first', false, 1], by);
  }
});

test('there is no such order where a request is held before its answer, or the later work cannot be held', () => {
  assert.equal(betweenIn([3, 4], { by: 'call' }), undefined);
  assert.equal(betweenIn([3, 4], { turn: 1 }), undefined);
  assert.equal(betweenIn([3, 4], {}, { before: [] }), undefined);
  assert.equal(betweenIn([3, 4], {}, { of: {} }), undefined);
});
