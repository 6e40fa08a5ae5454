'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { matchesGlob } = require('../../../lib/names/glob.js');
const { parseLocation, parseOrder, PHASES } = require('../../../lib/names/location.js');

const bits = (...names) => names.reduce((sum, name) => sum | (1 << PHASES.indexOf(name)), 0);
const none = { api: '', subject: '', file: '', line: 0, column: 0, name: '', tail: '', call: 0, phases: 0, count: 0 };
const parts = (place) => Object.fromEntries(Object.keys(none).map((key) => [key, place[key]]));

test('a place', () => {
  for (const [text, expected] of [
    ['fs.access@remove.test.js:9', { api: 'fs.access', file: 'remove.test.js', line: 9 }],
    ['setInterval@remove.test.js:7#2', { api: 'setInterval', file: 'remove.test.js', line: 7, count: 2 }],
    ['fs.stat(a b.txt)@./lib/a.js:9:11#3', { api: 'fs.stat', subject: 'a b.txt', file: 'lib/a.js', line: 9, column: 11, count: 3 }],
    ['fs.stat start', { api: 'fs.stat', phases: bits('registration', 'action') }],
    ['@lib/*.js', { file: 'lib/*.js' }],
    ['fs.promises.readFile', { api: 'fs/promises.readFile' }],
    ['net.Socket.data event', { api: 'net.Socket.data', phases: bits('event') }],
    ['fs.open@node_modules/@scope/a/b.js:3', { api: 'fs.open', file: 'node_modules/@scope/a/b.js', line: 3 }],
    ['fs.stat(x)@a.js:1:2#1<0a1b2c3d callback', { name: 'fs.stat(x)@a.js:1:2#1<0a1b2c3d', phases: bits('callback') }],
    ['http.get@a/b.js:1:2#1/connect#1/ready#2 arrival', { name: 'http.get@a/b.js:1:2#1/connect#1/ready#2', phases: bits('descriptor') }],
    ['http.get(h)@b.js#3/connect#1/ready#2', { api: 'http.get', subject: 'h', file: 'b.js', call: 3, tail: '/connect#1/ready#2' }],
    [{ api: 'fs.stat', site: 'a.js:4', count: 2 }, { api: 'fs.stat', file: 'a.js', line: 4, count: 2 }],
    [{ phase: 'worker' }, { phases: bits('worker') }],
  ]) {
    assert.deepEqual(parts(parseLocation(text)), { ...none, ...expected }, JSON.stringify(text));
  }
  assert.deepEqual(parseLocation({ path: '/a/*', port: 80 }).details, [['path', '/a/*'], ['port', '80']]);
});

test('an order', () => {
  const labels = parseOrder('a -> b -> c; d & e -> f\n g -> h, i -> j').map(({ label }) => label);
  assert.deepEqual(labels, ['a -> b', 'b -> c', 'd & e -> f', 'g -> h', 'i -> j']);
});

test('globs', () => {
  for (const [glob, text] of [['fs.*', 'fs.stat'], ['fs.?tat', 'fs.stat'], ['*.js', 'a/b.js'], ['a+(b)', 'a+(b)']]) {
    assert.ok(matchesGlob(glob, text), `${glob} ${text}`);
  }
  assert.ok(!matchesGlob('fs.stat', 'fs.lstat'));
});
