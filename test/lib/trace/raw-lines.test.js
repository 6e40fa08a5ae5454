'use strict';
// Records of a recording whose first word has been changed.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { rawLines } = require('../../../lib/trace/raw-lines.js');
const { makeFolder } = require('../../support/cli.js');

test('a record of a negative size, or of none, ends the records, and the lines are read', (t) => {
  const folder = makeFolder(t);
  const file = path.join(folder, 'recorded-1-0.ndjson');
  fs.writeFileSync(file, '{"type":"header","format":1}\n');
  for (const word of [-1e6, NaN, -Infinity, Infinity, 0]) {
    const bytes = Buffer.alloc(64);
    bytes.writeDoubleLE(word);
    fs.writeFileSync(path.join(folder, 'recorded-1-0.facts'), bytes);
    assert.deepEqual([...rawLines(file)], [{ type: 'header', format: 1 }], String(word));
  }
});
