'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { signsIn } = require('../../../../lib/requests/record/signs.js');
const { makeFolder } = require('../../../support/cli.js');

const recording = (...statuses) => ({
  heard: new Map(), ports: new Set(),
  requests: new Map(statuses.map((status, number) => [number, { method: status ? 'GET' : 'MESSAGE', status }])),
});

test('requests that are answered 5xx are counted, and all of them if none succeeded', (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'stderr'), '[stock] Error: listen EADDRINUSE: address already in use 127.0.0.1:5001\n');
  assert.deepEqual(signsIn([recording(200, undefined), recording(502, 500, 502)], folder),
    { port: '5001', failed: { count: 3, statuses: [500, 502] }, refused: undefined, isDown: false, unfollowed: [] });
  assert.deepEqual(signsIn([recording(404, 401, undefined)], makeFolder(t)),
    { port: undefined, failed: undefined, refused: { count: 2, statuses: [401, 404] }, isDown: false, unfollowed: [] });
  assert.equal(signsIn([recording(503, undefined), recording(500)], makeFolder(t)).isDown, true);
});

test('a port in use is no sign where another instance has started the service that listens there', (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'stderr'), 'Error: listen EADDRINUSE: address already in use 127.0.0.1:5001\n');
  const all = [{ ...recording(200), ports: new Set([5001]) }, recording(200)];
  assert.deepEqual([signsIn(all, folder, 2).port, signsIn(all, folder).port], [undefined, '5001']);
  assert.equal(signsIn([recording(200)], folder, 2).port, '5001');
});

test('addresses of this machine are told that answer a call and take no part', (t) => {
  const called = ['127.0.0.1:5001', 'localhost:5002', '127.0.0.1:5003', 'api.example.com'].map((host, id) => ({ host, id: `a.${id}` }));
  const web = { ...recording(200), main: 'web.js', called, heard: new Map([['a.0', 1], ['a.1', 2], ['a.3', 4]]) };
  const stock = { ...recording(200), requests: new Map([[1, { method: 'GET', status: 200, call: 'a.1' }]]) };
  assert.deepEqual(signsIn([web, stock], makeFolder(t)).unfollowed, [{ host: '127.0.0.1:5001', main: 'web.js' }]);
});
