'use strict';
// The planner and minimize share one list of kinds. By engine they differ: the hooks see calls, the loop sees tasks.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { kindsIn } = require('../../../lib/analysis/kinds.js');

const CALL = { name: 'fs.stat(a)@a.js:1:1#1', phase: 'callback', api: 'fs.stat' };
const WRITE = { name: 'net.Socket.write@a.js:2:1/1#1', phase: 'action', api: 'net.Socket.write' };
const DATA = { name: 'net.Socket.data@a.js:2:1/1#1', phase: 'event', api: 'net.Socket.data' };
const START = { name: `${CALL.name}/fs.stat#1`, phase: 'action', api: 'fs.stat' };
const END = { ...START, phase: 'worker' };
const EXIT = { name: 'child_process.ChildProcess.exit@a.js:3:1/1#1', phase: 'event', api: 'child_process.ChildProcess.exit' };
const TIMER = { name: 'setTimeout@a.js:4:1#1', phase: 'timer', api: 'setTimeout' };
const LATE = { name: 'timer#1', phase: 'timer', api: 'timer' };

function kinds(engine, operations) {
  const trace = { header: { options: { engine } }, operations: [START, END, ...operations] };
  return operations.map(kindsIn(trace));
}

test('engine api: calls, effects and the events of objects', () => {
  const found = kinds('api', [CALL, { ...CALL, phase: 'promise' }, WRITE, DATA, EXIT, TIMER, LATE]);
  assert.deepEqual(found, ['call', 'call', 'effect', 'arrival', 'exit', 'timer', undefined]);
});

test('engine loop: tasks and arrivals; what the hooks name there is no turn', () => {
  const found = kinds('both', [CALL, WRITE, DATA, START, END, EXIT, TIMER, LATE]);
  assert.deepEqual(found, [undefined, undefined, undefined, 'start', 'end', 'exit', 'timer', undefined]);
});
