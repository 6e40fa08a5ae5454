'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { condensed } = require('../../../lib/campaign/hang.js');
const { traceOf } = require('../../../lib/trace/read.js');

function* livelock(count) {
  yield { t: 0, name: 'server', phase: 'event', api: 'net.Server.listening', object: 1, site: 'a.js:1:1' };
  yield { type: 'run', t: 0, name: 'server', phase: 'event' };
  yield { t: 0, name: 'lost', phase: 'callback', api: 'fs.stat', site: 'a.js:2:1' };
  yield { t: 0, name: 'cleared', phase: 'timer', api: 'setTimeout', site: 'a.js:3:1' };
  yield { type: 'cancel', t: 0, name: 'cleared', phase: 'timer' };
  for (let tick = 1; tick <= count; tick++) {
    yield { t: tick, name: `tick ${tick}`, phase: 'timer', api: 'setInterval' };
    yield { type: 'run', t: tick, name: `tick ${tick}`, phase: 'timer' };
  }
}

function* linesOf(objects) {
  for (const object of objects) yield JSON.stringify(object);
}

test('of a trace without end only the pending operations, the open objects and the last lines stay in memory', () => {
  let most = 0;
  const trace = traceOf(linesOf(livelock(250_000)), (whole) => {
    most = Math.max(most, whole.operations.length + whole.runs.length);
    return condensed(whole);
  });
  assert.ok(most <= 200_001, String(most));
  const names = trace.operations.map(({ name }) => name);
  assert.deepEqual(names.slice(0, 2), ['server', 'lost']);
  assert.equal(names.at(-1), 'tick 250000');
  assert.ok(!names.includes('cleared'));
  assert.ok(trace.runs.length >= 20_000, String(trace.runs.length));
});
