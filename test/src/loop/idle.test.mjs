// Delays take no time beside what is there but can only tell of the program itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run, runnerOf } from './support.mjs';

const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '200' };

async function waitsOf(file, args, program = fixture(file)) {
  const { code, stdout, stderr, events } = await run(program, { args, env: always });
  assert.deepEqual([code, stderr], [0, '']);
  const { skipped, real } = events.find(({ type }) => type === 'waits');
  return { stdout, skipped, real };
}

test('a test watches a folder in which only it makes files', async (t) => {
  const { stdout, skipped, real } = await waitsOf('watching.js', [], runnerOf(t, 'watching.js'));
  assert.equal(stdout, '0,1,2,3,4,5\n');
  assert.ok(skipped > 12 * 100 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
});

test('a program watches a folder, for a second of skipped time at most', async () => {
  const { stdout, skipped, real } = await waitsOf('watching.js', []);
  assert.equal(stdout, '0,1,2,3,4,5\n');
  assert.ok(skipped >= 800 && skipped <= 1200 && real > 100, `${skipped} ms skipped, ${real} ms real`);
});

test('a folder is watched by a test whose child has ended', async (t) => {
  const { skipped, real } = await waitsOf('watching.js', ['child'], runnerOf(t, 'watching.js'));
  assert.ok(skipped > 12 * 100 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
});

test('a folder is watched in which the child of a child may make files', async () => {
  const { stdout, skipped, real } = await waitsOf('watching.js', ['left']);
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
