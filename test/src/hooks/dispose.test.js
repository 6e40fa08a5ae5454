'use strict';
// Explicit resource management. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { inEveryMode } = require('./harness.js');

test('await using and using work as on plain Node', async (t) => {
  const major = Number.parseInt(process.versions.node, 10);
  for (const NACD_ENGINE of ['api', 'both']) {
    const { plain } = await inEveryMode(t, 'await-using.js', { env: { NACD_ENGINE } });
    assert.match(plain.stdout, major >= 24 ? /^file object\n/ : /^SyntaxError\n$/);
  }
});
