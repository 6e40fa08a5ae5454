'use strict';
// The recorder's async context has the meaning of AsyncLocalStorage. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');

const root = path.join(__dirname, '..', '..', '..', '..');
const program = path.join(root, 'test', 'fixtures', 'requests', 'contexts.cjs');
const own = path.join(root, 'lib', 'preload', 'requests', 'async-context.js');

const STORAGES = { "the recorder's": own, "Node's": 'node' };
const OTHERS = { 'alone': '', 'with async hooks that come in the midst of a job': 'late', 'with async hooks before': 'early' };

for (const [whose, storage] of Object.entries(STORAGES)) {
  for (const [how, when] of Object.entries(OTHERS)) {
    test(`${whose} context goes along with every kind of operation, ${how}`, () => {
      const { looks, faults } = JSON.parse(execFileSync(process.execPath, [program, storage, when], { encoding: 'utf8' }));
      assert.deepEqual(faults, []);
      assert.ok(looks > 200, `${looks} looks`);
    });
  }
}

test('promises get no ids of Node: the cost of these is why the context is not a storage of Node', (t) => {
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    t.skip('there a storage of Node costs little');
    return;
  }
  const inJob = (setUp) => execFileSync(process.execPath, ['-e', `${setUp};
    setImmediate(() => Promise.resolve().then(() => console.log(require('node:async_hooks').executionAsyncId())));
  `], { encoding: 'utf8' }).trim();
  const used = `require(${JSON.stringify(own)}).run(1, () => {}, undefined, [])`;
  assert.equal(inJob(used), inJob(''));
  assert.notEqual(inJob("require('node:async_hooks').createHook({ init() {} }).enable()"), inJob(''));
});
