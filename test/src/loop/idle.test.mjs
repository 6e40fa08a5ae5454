// Delays take no time beside what is there but can only tell of the program itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '200' };

async function waitsOf(file, args) {
  const { code, stdout, stderr, events } = await run(fixture(file), { args, env: always });
  assert.deepEqual([code, stderr], [0, '']);
  const { skipped, real } = events.find(({ type }) => type === 'waits');
  return { stdout, skipped, real };
}

test('a folder is watched in which only the program makes files', async () => {
  const { stdout, skipped, real } = await waitsOf('watching.js', []);
  assert.equal(stdout, '0,1,2,3,4,5\n');
  assert.ok(skipped > 12 * 100 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
});

test('a folder is watched in which a child may have left somebody who makes files', async () => {
  const { stdout, skipped, real } = await waitsOf('watching.js', ['child']);
  assert.equal(stdout, '0,1,2,3,4,5\n');
  assert.ok(real > 6 * 100, `${skipped} ms skipped, ${real} ms real`);
});

test('the thread of module hooks is idle', async () => {
  const { skipped, real } = await waitsOf('module-hooks.mjs', []);
  assert.ok(skipped > 12 * 100 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
});

test('the thread of module hooks looks for something again and again', async () => {
  const { skipped, real } = await waitsOf('module-hooks.mjs', ['looks']);
  assert.ok(real > 6 * 100, `${skipped} ms skipped, ${real} ms real`);
});
