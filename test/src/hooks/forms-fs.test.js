'use strict';
// Each way to fs is delayed, and means what it did. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { count, testForms } = require('./harness.js');

testForms('forms/fs.js', {
  more: (t, { operations }) => t.test('each call once', () => {
    assert.equal(count(operations, 'fs.stat', 'callback'), 9);
    assert.equal(count(operations, 'fs.stat', 'promise'), 0);
    assert.equal(count(operations, 'fs/promises.stat', 'promise'), 5);
    assert.equal(count(operations, 'fs.exists', 'callback') + count(operations, 'fs.exists', 'promise'), 2);
  }),
});

testForms('forms/fs-imports.mjs', {
  more: (t, { operations }) => t.test('each call once', () => {
    assert.equal(count(operations, 'fs.stat', 'callback'), 5);
    assert.equal(count(operations, 'fs/promises.stat', 'promise'), 5);
  }),
});
