'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { matchesGlob, parseLocation, parseOrder, PHASES } = require('../../lib/gates/parse.js');

const bits = (...names) => names.reduce((sum, name) => sum | (1 << PHASES.indexOf(name)), 0);
const parts = ({ api, subject, file, line, column, name, phases, count }) => ({ api, subject, file, line, column, name, phases, count });
const none = { api: '', subject: '', file: '', line: 0, column: 0, name: '', phases: 0, count: 0 };

test('a place', () => {
  for (const [text, expected] of [
    ['fs.access@remove.test.js:9', { api: 'fs.access', file: 'remove.test.js', line: 9 }],
    ['setInterval@remove.test.js:7#2', { api: 'setInterval', file: 'remove.test.js', line: 7, count: 2 }],
    ['fs.stat(a b.txt)@./lib/a.js:9:11#3 start', { api: 'fs.stat', subject: 'a b.txt', file: 'lib/a.js', line: 9, column: 11, count: 3, phases: bits('registration', 'action') }],
    ['@lib/*.js', { file: 'lib/*.js' }],
    ['fs.promises.readFile', { api: 'fs/promises.readFile' }],
    ['net.Socket.data event', { api: 'net.Socket.data', phases: bits('event') }],
    ['fs.open@node_modules/@scope/a/b.js:3', { api: 'fs.open', file: 'node_modules/@scope/a/b.js', line: 3 }],
    ['fs.stat(x)@a.js:1:2#1<0a1b2c3d callback', { name: 'fs.stat(x)@a.js:1:2#1<0a1b2c3d', phases: bits('callback') }],
    [{ api: 'fs.stat', site: 'a.js:4', count: 2, phase: 'worker' }, { api: 'fs.stat', file: 'a.js', line: 4, count: 2, phases: bits('worker') }],
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
  for (const [glob, text, expected] of [['fs.*', 'fs.stat', true], ['fs.?tat', 'fs.stat', true], ['fs.stat', 'fs.lstat', false], ['*.js', 'a/b.js', true], ['a+(b)', 'a+(b)', true]]) {
    assert.equal(matchesGlob(glob, text), expected, `${glob} ${text}`);
  }
});
