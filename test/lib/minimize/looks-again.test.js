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
function traceOf(...happened) {
  const known = new Set();
  const lines = [[{ type: 'header', format: 1, pid: 1, thread: 0, options: { engine: 'loop' } }]];
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
