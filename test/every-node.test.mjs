// The test files that ask for every version (see testsForEveryNode), on the versions beside the one that runs now.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { testsForEveryNode } from '../scripts/lib/files.mjs';
import { root } from '../scripts/lib/run.mjs';
import { nodes } from './support/nodes.js';

// A test runner started by a test would take itself for a part of it.
const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
const env = { ...inherited, NACD_TEST_NESTED: '1' };

const files = testsForEveryNode();
// Should this file ever be among them: without end, each run would start three more.
const others = process.env.NACD_TEST_NESTED ? [] : nodes().slice(1);

for (const { major, path } of others) {
  test(`Node.js ${major}: ${files.length} test files`, () => {
    const args = ['--test', '--test-reporter=spec', '--test-concurrency=2', ...files];
    const { status, stdout, stderr } = spawnSync(path, args, { cwd: root, env, encoding: 'utf8', timeout: 600_000 });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
  });
}
