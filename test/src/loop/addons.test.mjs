// Addons from npm that queue work in libuv's pool, and that no model names.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decisions, fixture, run } from './support.mjs';

const { installed } = createRequire(import.meta.url)('../../support/installed.js');
const addons = { bcrypt: ['bcrypt', '6.0.0'], argon2: ['@node-rs/argon2', '2.2.1'] };
const right = Array.from({ length: 6 }, (_, i) => `${i} true`);

for (const [name, [npmName, version]] of Object.entries(addons)) {
  test(`${npmName}: start and completion of its work are delayed, and named after it`, async () => {
    const folder = installed(`addon-${name}`, { [npmName]: version });
    const orders = new Set();
    for (const seed of ['1', '2', '3', '4']) {
      const env = { NACD_SEED: seed, NODE_PATH: join(folder, 'node_modules') };
      const { stdout, stderr, events } = await run(fixture(`addon-${name}.js`), { env });
      assert.equal(stderr, '');
      assert.deepEqual(stdout.trim().split('\n').sort(), right);
      orders.add(stdout);
      const delayed = [...decisions(events)].filter(([, delay]) => delay > 0).map(([operation]) => operation);
      const ofAddon = new RegExp(`work:${name}\\.[^/]*node#[0-9]+$`);
      for (const phase of ['action', 'worker']) {
        assert.ok(delayed.some((operation) => operation.startsWith(phase) && ofAddon.test(operation)), delayed.join('\n'));
      }
    }
    assert.ok(orders.size > 1, 'four seeds gave one order');
  });
}

test('the work of an addon that asks for Node-API by name is named after it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-addon-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const addon = join(folder, 'by-name.node');
  const { status, stderr } = spawnSync('g++', ['-x', 'c', '-shared', '-fPIC', '-o', addon, fixture('addon-by-name.c')]);
  assert.equal(status, 0, String(stderr));
  const { events } = await run(addon, { nodeArgs: ['-e', 'require(process.argv[1])'], env: { NACD_MODE: 'always' } });
  const works = [...decisions(events).keys()].filter((name) => /^worker work/.test(name)).sort();
  assert.deepEqual(works, [1, 2, 3].map((count) => `worker work:by-name.node#${count}`));
});
