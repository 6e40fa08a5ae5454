'use strict';
// Nothing is delayed twice over. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { count, run } = require('./harness.js');

test('fetch is delayed as a whole, its sockets are not; the server has its own', async (t) => {
  const { status, operations } = await run(t, 'once/fetch.js');
  assert.equal(status, 0);
  assert.equal(count(operations, 'globals.fetch'), 1);
  assert.equal(count(operations, 'globals.Response.text'), 1);
  assert.equal(count(operations, 'net.Socket.connect'), 0);
  assert.equal(count(operations, 'net.Socket.write'), 1);
});

test('zlib.gzip is delayed as a whole, not also each chunk of the stream that Node makes for it', async (t) => {
  const { operations } = await run(t, 'once/gzip.js');
  assert.deepEqual(operations.map(({ api }) => api), ['zlib.gzip']);
});

test('a pipeline of three streams has a handful of delays', async (t) => {
  const { status, operations } = await run(t, 'once/pipeline.js');
  assert.equal(status, 0);
  const delayed = operations.filter(({ delay }) => delay !== undefined);
  assert.ok(delayed.length > 3 && delayed.length <= 12, delayed.map(({ name }) => name).join('\n'));
});
