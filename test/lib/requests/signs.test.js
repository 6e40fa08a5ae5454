'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { signsIn } = require('../../../lib/requests/signs.js');
const { makeFolder } = require('../../support/cli.js');

const recording = (...statuses) => ({
  requests: new Map(statuses.map((status, number) => [number, { method: status ? 'GET' : 'MESSAGE', status }])),
});

test('requests that are answered 5xx are counted, and all of them if none succeeded', (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'stderr'), '[stock] Error: listen EADDRINUSE: address already in use 127.0.0.1:5001\n');
  assert.deepEqual(signsIn([recording(200, undefined), recording(502, 500, 502)], folder),
    { port: '5001', failed: { count: 3, statuses: [500, 502] }, refused: undefined, isDown: false });
  assert.deepEqual(signsIn([recording(404, 401, undefined)], makeFolder(t)),
    { port: undefined, failed: undefined, refused: { count: 2, statuses: [401, 404] }, isDown: false });
  assert.equal(signsIn([recording(503, undefined), recording(500)], makeFolder(t)).isDown, true);
});
