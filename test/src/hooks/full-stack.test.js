'use strict';
// A module that is hooked where the stack ends: what can't be made there must not crash, nor be missed later.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { execute, fixture, root } = require('./harness.js');

for (const mode of ['never', 'random']) {
  test(`a module asked for at the end of the stack, mode ${mode}`, async () => {
    for (const PAD of ['0', '1', '2', '3', '4', '5']) {
      const env = { PAD, NACD_MODE: mode, NACD_SEED: '1', NACD_QUIET: '1' };
      const { status, signal, stdout } = await execute(process.execPath, ['-r', root, fixture('full-stack/app.js')], { env });
      assert.deepEqual([status, signal, stdout], [0, null, 'RangeError\nhello\n'], `PAD=${PAD}`);
    }
  });
}
