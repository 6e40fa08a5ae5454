'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const { test } = require('node:test');

const { FILE, optionsDoc } = require('../../scripts/options-doc.js');

test('docs/reference/options.md is what the tables say (node scripts/options-doc.js writes it)', () => {
  assert.equal(fs.readFileSync(FILE, 'utf8'), optionsDoc());
});
