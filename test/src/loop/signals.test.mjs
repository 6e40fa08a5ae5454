// Signals that come while the loop engine keeps its books.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

for (const NACD_CLOCK of ['real', 'virtual']) {
  test(`a signal handler's write() takes no lock that its thread holds, ${NACD_CLOCK} clock`, async () => {
    const { code, stdout, signal } = await run(fixture('signals.js'), { env: { NACD_CLOCK, NACD_MODE: 'never' } });
    assert.equal(signal, null, 'it hangs');
    assert.equal(code, 0);
    assert.equal(stdout, 'done\n');
  });
}
