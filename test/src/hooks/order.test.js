'use strict';
// Order, cancellation, and whose calls are counted. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { inEveryMode, run } = require('./harness.js');

for (const [title, program] of Object.entries({
  'an AbortSignal ends what waits': 'abort.js',
  'streams keep their order; nothing comes after pause(), on removed listeners, from what is destroyed': 'streams.js',
  "a child's 'close' comes after its output": 'close.js',
  'what a callback of I/O sets comes in its order: the immediate, then the timer': 'io-turn.js',
})) {
  test(title, async (t) => {
    const { plain } = await inEveryMode(t, `meaning/${program}`);
    assert.deepEqual([plain.status, plain.stderr], [0, '']);
  });
}

test("a child's 'close' comes after its output, whatever the seed", async (t) => {
  const { stdout } = await run(t, 'meaning/close.js', { mode: 'plain' });
  for (const seed of ['2', '3', '4']) {
    const random = await run(t, 'meaning/close.js', { mode: 'random', env: { NACD_SEED: seed, NACD_MIN_DELAY: '0', NACD_MAX_DELAY: '60' } });
    assert.equal(random.stdout, stdout);
  }
});

test("calls that Node makes for itself are not the user's", async (t) => {
  const { operations, status } = await run(t, 'internals.js');
  assert.equal(status, 0);
  const apis = [...new Set(operations.map(({ api }) => api))].sort();
  const users = ['fs.mkdtemp', 'fs.readFile', 'fs.rm', 'fs/promises.cp', 'fs/promises.readFile', 'fs/promises.unlink'];
  assert.deepEqual(apis.filter((api) => /^(?:fs|fs\/promises|dns)\.[a-z]/.test(api)), users);
  for (const { site } of operations) assert.match(site, /internals\.js:\d+:\d+$/);
});
