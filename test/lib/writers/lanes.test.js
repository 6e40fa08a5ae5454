'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { lanes } = require('../../../lib/writers/lanes.js');

function trace(pid, apis) {
  const operations = apis.map((api, line) => ({ name: `${api}#1`, api, phase: 'callback', t: apis.length - line, line }));
  return { header: { pid }, operations, runs: operations.map(({ ...run }) => run), cancels: [] };
}

const namesIn = (found) => found.map(({ lane, operations }) => [lane, operations.map(({ api }) => api)]);

test('operations are sorted by their module and then by time', () => {
  assert.deepEqual(namesIn(lanes([trace(1, ['fs.stat', 'net.Socket.data', 'fs.open', 'zlib.gzip', 'setImmediate', 'x.y'])])), [
    ['files', ['fs.open', 'fs.stat']], ['sockets', ['net.Socket.data']], ['workers', ['zlib.gzip']], ['timers', ['setImmediate']],
    ['others', ['x.y']],
  ]);
});

test('several processes have lanes of their own; a process without operations has none', () => {
  const found = lanes([trace(1, ['fs.stat']), trace(2, ['fs.open']), trace(3, [])]);
  assert.deepEqual(namesIn(found), [['files of 1', ['fs.stat']], ['files of 2', ['fs.open']]]);
});
