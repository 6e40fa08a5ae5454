// The native tests, each a test of its own here. Built by `npm test`; alone: npm run test:native.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { nativeFolder, runsOf, variantOfTests } from '../../scripts/lib/native.mjs';

const binary = path.join(nativeFolder(variantOfTests()), 'native_tests');

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescape = (text) => text.replace(/&(\w+);/g, (all, name) => entities[name] ?? all);

// Returns [{name, failure}] from Catch2's JUnit report; a test case with sections has several entries.
function readReport(xml) {
  const cases = xml.matchAll(/<testcase [^>]*?\bname="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].map(([, name, body = '']) => ({
    name: unescape(name),
    failure: /<(failure|error)\b/.test(body) ? unescape(body.replace(/<[^>]*>/g, '')).trim() : undefined,
  }));
}

test('native tests', async (t) => {
  assert.ok(fs.existsSync(binary), 'the native tests are not built: npm run test:native');
  for (const which of runsOf()) {
    const { status, signal, stdout, stderr } = spawnSync(binary, ['--reporter', 'junit', ...which], { encoding: 'utf8' });
    const report = readReport(stdout);
    for (const { name, failure } of report) {
      await t.test(name, () => assert.equal(failure, undefined, failure));
    }
    assert.ok(report.length > 0, `no report: ${stderr}`);
    assert.deepEqual({ status, signal }, { status: 0, signal: null }, stderr);
  }
});
