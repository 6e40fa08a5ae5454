// Two copies of the package in one process.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fixture, preload, run } from './support.mjs';

const root = dirname(dirname(preload));
const addon = 'build/Release/nacd_native.node';
const binding = (folder) => createRequire(import.meta.url)(join(folder, addon));

function copyOf(t) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nacd-copy-')));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const part of ['lib', 'model', 'package.json', addon]) cpSync(join(root, part), join(folder, part), { recursive: true });
  return folder;
}

for (const NACD_ENGINE of ['loop', 'both', 'api']) {
  test(`the second copy stands aside with a line, engine ${NACD_ENGINE}`, async (t) => {
    const folder = copyOf(t);
    const args = [preload, join(folder, 'lib/index.js'), preload];
    const { code, signal, stdout, stderr } = await run(fixture('two-copies.js'), { env: { NACD_ENGINE }, plain: true, args });
    assert.equal(signal, null, 'they call each other without end');
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'done\n' });
    assert.equal(stderr, `nacd: ${folder} does nothing here: the process loaded another copy first, ${join(root, addon)}\n`);
  });
}

test('the second copy in one thread stands aside with a line, the same copy without one', async (t) => {
  const folder = copyOf(t);
  const told = `nacd: ${folder} does nothing here: the process loaded another copy first, ${root}\n`;
  for (const [second, stderr] of [[folder, told], [root, '']]) {
    const nodeArgs = ['-r', join(second, 'lib/index.js')];
    const result = await run(fixture('used-pool.js'), { nodeArgs, args: [preload] });
    assert.deepEqual({ code: result.code, stderr: result.stderr }, { code: 0, stderr });
  }
});

test('the second copy leaves the event loop alone', (t) => {
  const first = binding(root);
  assert.equal(first.loopUnsupported(), '');
  assert.equal(first.firstCopy(), '');
  const second = binding(copyOf(t));
  assert.equal(second.firstCopy(), join(root, addon));
  assert.match(second.loopUnsupported(), /another copy of nacd-native was loaded first/);
});
