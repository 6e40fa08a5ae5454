'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { MOST_FILES, addTouched, relationOf, takesAway } = require('../../../lib/analysis/touched.js');

function unit(...tasks) {
  const files = new Map();
  for (const [api, file, further] of tasks) addTouched(files, { api: `fs.${api}`, file, ...further }, '/home');
  return { files };
}

const open = (file) => unit(['open', file, { creates: true, empties: true }], ['write', file]);
const read = (file) => unit(['open', file], ['fstat', file], ['read', file]);

test('a path and what is there: a relative one is that of the process', () => {
  assert.equal(relationOf(open('a/../x'), unit(['unlink', '/home/x'])), 'conflict');
  assert.equal(relationOf(open('x'), unit(['unlink', '/x'])), undefined);
  assert.equal(relationOf(read('x'), unit(['rename', 'y', { to: '/home/x' }])), 'conflict');
  assert.equal(relationOf(unit(['stat', 'x']), unit(['rename', 'x', { to: 'y' }])), 'conflict');
  assert.equal(relationOf(read('x'), read('x')), 'same');
});

test('a descriptor stays with its file, and the content is there for all', () => {
  const write = unit(['write', '/home/x']);
  assert.equal(relationOf(write, unit(['unlink', 'x'])), 'same');
  assert.equal(relationOf(write, unit(['read', '/home/x'])), 'conflict');
  assert.equal(relationOf(write, open('x')), 'conflict');
  assert.equal(relationOf(write, unit(['write', '/home/x'])), 'conflict');
  assert.equal(relationOf(read('x'), unit(['copyFile', 'y', { to: 'x' }])), 'conflict');
});

test('a folder is needed for what is in it, and has its entries', () => {
  const remove = unit(['unlink', 'd/x']);
  assert.equal(relationOf(unit(['readdir', 'd']), remove), 'conflict');
  assert.equal(relationOf(unit(['mkdir', 'd']), open('d/x')), 'conflict');
  assert.equal(relationOf(unit(['rmdir', 'd']), read('d/x')), 'conflict');
  assert.equal(relationOf(remove, open('d/y')), undefined, 'two entries');
  assert.equal(relationOf(read('d/x'), read('d/y')), undefined);
  assert.equal(relationOf(unit(['readdir', 'd']), read('d/x')), undefined);
});

test('without the files of both, their names say what they touch', () => {
  const [stat, mkdir] = [{ resource: 'x', changes: false }, { resource: 'x', changes: true }];
  assert.equal(relationOf(stat, mkdir), 'conflict');
  assert.equal(relationOf({ ...stat, ...read('a') }, mkdir), 'conflict');
  assert.equal(relationOf(stat, stat), 'same');
  assert.equal(relationOf({ changes: true }, { changes: true }), undefined);
});

test('a file is taken away by its removal, not by what takes its place, nor by the end of its folder', () => {
  assert.equal(takesAway(unit(['unlink', 'd/x']), read('d/x')), true);
  assert.equal(takesAway(unit(['rename', 'd/x', { to: 'd/y' }]), read('d/x')), true);
  assert.equal(takesAway(unit(['rename', 'd/y', { to: 'd/x' }]), read('d/x')), false);
  assert.equal(takesAway(unit(['unlink', 'd/x'], ['rmdir', 'd']), read('d/x')), false);
  assert.equal(takesAway({ resource: 'x', changes: true }, { resource: 'x', changes: false }), true);
});

test('a unit has so many files at most', () => {
  const many = Array.from({ length: MOST_FILES }, (_, at) => ['unlink', `d/${at}`]);
  assert.equal(unit(...many).files.size, MOST_FILES);
  assert.equal(unit(['stat', undefined], ['close', 'x'], ['constructor', 'x']).files.size, 0);
});
