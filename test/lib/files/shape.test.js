'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { any, count, either, list, map, maybe, number, object, oneOf, optional, text, tuple } = require('../../../lib/files/shape.js');
const { readJson } = require('../../../lib/files/store.js');
const { temporaryFolder } = require('../../support/package.js');

test('the first wrong part is named by its place, with what is allowed', () => {
  const shape = object({ name: text, sizes: list(number), more: maybe(map(count)), how: optional(oneOf('a', 'b')) });
  const good = { name: 'x', sizes: [1, 2.5], more: { a: 1 }, how: 'a', unknown: [null] };
  assert.equal(shape(good), undefined);
  assert.equal(shape({ ...good, more: null, how: undefined }), undefined);
  const problems = [
    [[], 'the file must be an object'], [null, 'the file must be an object'],
    [{ ...good, name: 7 }, '/name must be a text'],
    [{ ...good, sizes: { 0: 1 } }, '/sizes must be a list'],
    [{ ...good, sizes: [1, '2'] }, '/sizes/1 must be a number'],
    [{ ...good, more: { a: -1 } }, '/more/a must be a whole number from 0'],
    [{ ...good, how: null }, '/how must be one of "a", "b"'],
  ];
  for (const [value, problem] of problems) assert.equal(shape(value), problem);
  assert.equal(tuple(text, number)(['a'], '/x'), '/x must be a list of 2');
  assert.equal(either('a text or a number', text, number)(true, '/x'), '/x must be a text or a number');
});

test('a key of every object is no key of a file', () => {
  assert.equal(object({ toString: text })({}, ''), '/toString must be a text');
  assert.equal(object({ toString: maybe(text) })({}, ''), undefined);
});

test('what is nested too deeply is refused, also under a key that nobody reads', (t) => {
  const nested = (depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  assert.equal(any(nested(100)), undefined);
  assert.match(any(nested(50_000)), /nested less than 200 levels/);
  assert.match(object({ a: maybe(text) })({ b: nested(50_000) }, ''), /^\/b must be nested less than 200 levels$/);
  const file = path.join(temporaryFolder(t, 'nacd-shape-'), 'x.json');
  fs.writeFileSync(file, `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  assert.throws(() => readJson(file), { message: `nacd: ${file} is not valid: the file must be nested less than 200 levels`, status: 2 });
});
