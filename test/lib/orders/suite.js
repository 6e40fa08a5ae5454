'use strict';
// The trace of one process of a synthetic suite: tests one after the other, each with the same small number of events.
const { parseTrace } = require('../../../lib/trace/read.js');

const EVENTS = 40; // of a test: half of the points of its tasks, and a timer
const TASKS = 19;

function* linesOfTest(number, at) {
  const file = `/test-${number}.txt`;
  const timer = { name: `setTimeout@test-${number}.js:1:1#1`, phase: 'timer', api: 'setTimeout', due: 50 };
  yield { ...timer, t: at };
  for (let task = 0; task < TASKS; task++) {
    const api = task % 3 === 2 ? 'fs.write' : 'fs.read';
    const name = `fs.call(x)@test-${number}.js:${task + 2}:1#1/${api}#1`;
    const t = at + task * 2 + 1;
    yield { name, phase: 'action', api, file, t };
    yield { name, phase: 'worker', api, t: t + 1 };
    yield { type: 'run', name, phase: 'worker', t: t + 1 };
  }
  yield { type: 'run', name: timer.name, phase: 'timer', t: at + 50 };
}

/** Returns the trace of `tests` tests in the process `place`. */
function suiteOf(tests, place = '0') {
  const lines = [{ type: 'header', format: 1, cwd: '/', place, started: '2026-01-01T00:00:00.000Z', options: { engine: 'both' } }];
  for (let number = 0; number < tests; number++) lines.push(...linesOfTest(number, number * 60));
  return parseTrace(lines.map((line) => JSON.stringify(line)).join('\n'));
}

module.exports = { EVENTS, suiteOf };
