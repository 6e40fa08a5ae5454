'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { looksAgain } = require('../../../lib/minimize/looks-again.js');
const { parseTrace } = require('../../../lib/trace/read.js');

const ANSWER = { name: 'fs.access@a.js:1:1#1', phase: 'callback' };
const OTHER = { name: 'fs.stat@a.js:7:1#1', phase: 'callback' };
const tick = (number) => ({ name: `setInterval@a.js:3:1#1/tick#${number}`, phase: 'timer' });
const again = (number) => ({ name: `setTimeout@a.js:4:1#${number}`, phase: 'timer' });
const looked = (number) => ({ name: `fs.readFile(x)@a.js:5:1#${number}`, phase: 'callback' });

// Writes a trace in which the answer and the other call are started at once, and all happen in this order.
const traceOf = (...happened) => traceBy('loop', ...happened);

function traceBy(engine, ...happened) {
  const known = new Set();
  const lines = [[{ type: 'header', format: 1, pid: 1, thread: 0, options: { engine } }]];
  const decide = (one) => {
    if (known.has(one.name)) return [];
    known.add(one.name);
    return [{ t: 0, id: known.size, api: 'x', ...one }];
  };
  lines.push(decide(ANSWER), decide(OTHER));
  for (const one of happened) lines.push(decide(one), [{ type: 'run', t: 1, ...one }]);
  return parseTrace(lines.flat().map((line) => JSON.stringify(line)).join('\n'));
}

const series = (make, from, to) => Array.from({ length: to - from + 1 }, (_, at) => make(from + at));
const found = (overtaker, failing, passing) => looksAgain({ delayed: ANSWER, overtaker }, { failing, passing });

for (const [name, make] of [['an interval', tick], ['a timer set again and again', again]]) {
  test(`${name} that looks until the answer has come, and gives up, is a limit of time`, () => {
    const failing = [traceOf(OTHER, ...series(make, 1, 5))];
    const late = traceOf(OTHER, ...series(make, 1, 4), ANSWER, make(5)); // the delay is a little too short
    const plain = traceOf(OTHER, make(1), ANSWER, make(2));
    assert.deepEqual(found(make(5), failing, [plain, late]), { again: true, only: true });
    // Looks go on after the answer, which is only the first of several steps.
    const goesOn = [traceOf(OTHER, ...series(make, 1, 3), ANSWER, ...series(make, 4, 5))];
    const shorter = traceOf(OTHER, make(1), ANSWER, ...series(make, 2, 4));
    const soon = traceOf(OTHER, ANSWER, ...series(make, 1, 2));
    assert.deepEqual(found(make(3), goesOn, [soon, shorter]), { again: true, only: false });
  });

  test(`${name}: another event that comes between may be what fails`, () => {
    const failing = [traceOf(make(1), OTHER, ...series(make, 2, 3))];
    const passing = [traceOf(ANSWER, OTHER), traceOf(make(1), ANSWER, OTHER)];
    assert.deepEqual(found(make(3), failing, passing), { again: true, only: false });
  });

  test(`${name} is a race where the answer may come at any time before this one`, () => {
    // All passing runs come to the third, and none has it before the answer.
    const late = traceOf(OTHER, ...series(make, 1, 2), ANSWER, make(3));
    const passing = [traceOf(OTHER, ANSWER, ...series(make, 1, 3)), late];
    assert.deepEqual(found(make(3), [traceOf(OTHER, ...series(make, 1, 3))], passing), { again: false, only: false });
    // No passing run has a look before the answer.
    const failing = [traceOf(OTHER, ...series(make, 1, 2))];
    assert.deepEqual(found(make(2), failing, [traceOf(OTHER, ANSWER)]), { again: false, only: false });
  });
}

test('a call that a timer starts is a look, any other call is none', () => {
  const look = (number) => [tick(number), looked(number)];
  const failing = [traceOf(OTHER, ...look(1), ...look(2), ...look(3))];
  const passing = [traceOf(OTHER, ANSWER), traceOf(OTHER, ...look(1), ...look(2), ANSWER)];
  assert.deepEqual(found(looked(3), failing, passing), { again: true, only: true });
  const start = { name: `${looked(3).name}/fs.open#1`, phase: 'action', parent: 8 }; // a part of the third call
  const started = [traceOf(OTHER, ...look(1), ...look(2), tick(3), looked(3), start)];
  assert.equal(started[0].operations.find(({ id }) => id === 8)?.name, looked(3).name);
  assert.deepEqual(found(start, started, passing), { again: true, only: true });
  const calls = series(looked, 1, 3);
  const called = [traceOf(OTHER, ...calls)];
  assert.deepEqual(found(looked(3), called, [traceOf(OTHER, ANSWER), traceOf(OTHER, calls[0], ANSWER)]),
    { again: false, only: false });
});

// In traceOf() the answer and the other call have ids 1 and 2, and each that happens the next one.
const after = (parent, one) => ({ ...one, parent });

test('looks that follow from each other are a loop, also if no timer is known between them', () => {
  const chain = (count) => series(looked, 1, count).map((one, at) => (at === 0 ? one : after(at + 2, one)));
  const passing = [traceOf(OTHER, ANSWER), traceOf(OTHER, ...chain(2), ANSWER)];
  assert.deepEqual(found(looked(3), [traceOf(OTHER, ...chain(3))], passing), { again: true, only: true });
});

test('a look may have several steps, the overtaker one of the later ones', () => {
  const step = (number) => ({ name: `fs.stat@a.js:6:1#${number}`, phase: 'callback' });
  const look = (number) => [tick(number), step(number), after(3 * number + 1, looked(number))];
  const failing = [traceOf(OTHER, ...look(1), ...look(2), ...look(3))];
  const passing = [traceOf(OTHER, ANSWER), traceOf(OTHER, ...look(1), ...look(2), ANSWER)];
  assert.deepEqual(found(looked(3), failing, passing), { again: true, only: true });
  // A timer that fires once has started these steps: that is no loop.
  const once = traceOf(OTHER, ...look(1));
  assert.deepEqual(found(looked(1), [once], [traceOf(OTHER, ANSWER), traceOf(OTHER, tick(1), ANSWER)]),
    { again: false, only: false });
});

test('a loop that counts before it looks gives up one look after the answer', () => {
  const look = (number) => [tick(number), looked(number)];
  const failing = [traceOf(OTHER, ...look(1), ...look(2), ANSWER, tick(3))];
  const passing = [traceOf(OTHER, ANSWER), traceOf(OTHER, ...look(1), ANSWER)];
  assert.deepEqual(found(looked(2), failing, passing), { again: true, only: true });
  const goesOn = [traceOf(OTHER, ...look(1), ...look(2), ANSWER, tick(3), tick(4))];
  assert.deepEqual(found(looked(2), goesOn, passing), { again: true, only: false });
});

test('what follows from a look is a part of it, any other event may be what fails', () => {
  const consequence = after(4, { name: 'fs.open@a.js:9:1#1', phase: 'callback' });
  const failing = (one) => [traceOf(OTHER, tick(1), looked(1), one, tick(2), looked(2))];
  const passing = [traceOf(OTHER, ANSWER), traceOf(OTHER, tick(1), looked(1), ANSWER)];
  assert.deepEqual(found(looked(2), failing(consequence), passing), { again: true, only: true });
  const { parent, ...stranger } = consequence;
  assert.equal(parent, 4);
  const early = [traceOf(OTHER, stranger, tick(1), looked(1), tick(2), looked(2))];
  assert.deepEqual(found(looked(2), early, passing), { again: true, only: false });
});

test('traces of the hooks: a call in a timer\'s callback has no parent, a part of a call no line in failing runs', () => {
  const look = (number) => [tick(number), looked(number)];
  const failing = [traceBy('api', OTHER, ...look(1), ...look(2), ...look(3))];
  const passing = [traceBy('api', OTHER, ANSWER), traceBy('api', OTHER, ...look(1), ...look(2), ANSWER)];
  const start = { name: looked(3).name, phase: 'registration' };
  assert.deepEqual(found(start, failing, passing), { again: true, only: true });
  const calls = series(looked, 1, 3);
  const called = [traceBy('api', OTHER, ...calls)];
  assert.deepEqual(found(looked(3), called, [traceBy('api', OTHER, ANSWER), traceBy('api', OTHER, calls[0], ANSWER)]),
    { again: false, only: false });
});
