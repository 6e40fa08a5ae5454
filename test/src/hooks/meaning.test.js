'use strict';
// A program sees the same as on plain Node. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { inEveryMode } = require('./harness.js');

const programs = {
  'listeners, and emit() of one\'s own': 'emitters.js',
  'functions look the same': 'functions.js',
  'classes can be extended': 'classes.js',
  'arguments are checked at once, results are kept': 'errors.js',
  'functions called in every way': 'direct.js',
  'bind() of one\'s own': 'bind.js',
  'async context, domains and this': 'context.js',
  'EventEmitter changed later': 'late-domain.js',
  'what is cancelled ends at once': 'cancel.js',
  'what is in Object.prototype is no option': 'prototype.js',
  'arrays that cannot be iterated': 'iterator.js',
};

for (const [title, program] of Object.entries(programs)) {
  test(title, async (t) => {
    const { plain } = await inEveryMode(t, `meaning/${program}`, { env: { NODE_NO_WARNINGS: '1' } });
    assert.deepEqual([plain.status, plain.stderr], [0, '']);
    assert.notEqual(plain.stdout, '');
  });
}

// Node keeps async context in frames or in resources.
const OTHER_KIND = { 22: '--experimental-async-context-frame', 24: '--no-async-context-frame', 26: '--no-async-context-frame' };
const otherKind = OTHER_KIND[Number.parseInt(process.versions.node, 10)];
test('with the kind of async context that is not usual', { skip: !otherKind && 'there is one alone' }, async (t) => {
  const { plain } = await inEveryMode(t, 'meaning/context.js', { flags: [otherKind], env: { NODE_NO_WARNINGS: '1' } });
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
});

test("hooks on loading hear of the program's modules alone", async (t) => {
  const { plain } = await inEveryMode(t, 'module-hooks.js');
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
});
