'use strict';
// Tests each kind of operation that gates hold or that opens them, with each engine and clock.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { ENGINES, PRELOAD, execute } = require('./support.js');

for (const [engine, clock] of ENGINES) {
  test(`engine ${engine}, ${clock} clock`, async () => {
    const env = { NACD_ENGINE: engine, NACD_CLOCK: clock };
    const { status, stdout, stderr } = await execute(['-r', PRELOAD, path.join(__dirname, '../../fixtures/gates/kinds.js')], { env });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    assert.equal(stderr, '');
  });
}
