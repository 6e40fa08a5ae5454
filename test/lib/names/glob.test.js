'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const fc = require('fast-check');
const { matchesGlob } = require('../../../lib/names/glob.js');

test('a glob matches as the regular expression that it stands for', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n', '*', '?'), maxLength: 8 });
  const escaped = { '*': '.*', '?': '.', '.': '\\.' };
  fc.assert(fc.property(part, fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n', '?'), maxLength: 8 }), (glob, text) => {
    const of = (one) => new RegExp(`^${[...glob].map((c) => (c === '?' ? one : escaped[c] ?? c)).join('')}$`, 's').test(text);
    assert.equal(matchesGlob(glob, text), of('.'));
    assert.equal(matchesGlob(glob, text, '*'), of('\\?'));
  }), { numRuns: 2000 });
});

test('many stars take no longer than the product of both lengths', () => {
  const [glob, text] = [`${'*a'.repeat(200)}*c`, 'a'.repeat(100_000)];
  assert.equal(matchesGlob(glob, text), false);
  assert.equal(matchesGlob(`${'*a'.repeat(200)}*`, text), true);
});
