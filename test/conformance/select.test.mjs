// Choosing tests, reading status files, and the command line.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fakeSuite } from './fake-suite.mjs';
import { loadExpected } from './lib/expected.mjs';
import { metadata } from './lib/suite.mjs';
import { nameFilter, rank } from './lib/select.mjs';
import { parseStatus } from './lib/status-file.mjs';

test('a filter is a glob, a regular expression, or part of a name', () => {
  const names = ['parallel/test-fs-stat.js', 'parallel/test-fsx.mjs', 'sequential/test-fs.js'];
  const kept = (pattern) => names.filter(nameFilter(pattern)).length;
  assert.deepEqual(
    [kept(undefined), kept('parallel/test-fs-*'), kept('*/test-fs'), kept('/test-fs\\w*\\.m?js$/'), kept('fs')],
    [3, 1, 1, 2, 3]);
  assert.throws(() => nameFilter('/(/'), /Invalid regular expression/);
});

test('a sample stays the same when tests come and go', () => {
  const tests = Array.from({ length: 50 }, (_, i) => ({ name: `parallel/test-${i}.js` }));
  const names = (ranked) => ranked.map(({ name }) => name);
  const ranked = names(rank(tests, '1'));
  assert.deepEqual(names(rank(tests.toReversed?.() ?? [...tests].reverse(), '1')), ranked);
  assert.deepEqual(names(rank(tests.slice(1), '1')), ranked.filter((name) => name !== 'parallel/test-0.js'));
  assert.notDeepEqual(names(rank(tests, '2')), ranked);
});

test('a sample holds passing tests only, and runs no more than it must', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) =>
    [`parallel/test-${i}.js`, `process.exitCode = ${i % 4 === 0 ? 1 : 0}`]));
  const { run, write } = fakeSuite(t, files);
  write('preload.cjs', '');
  const first = await run('--sample', '6', '--mode', 'never');
  assert.equal(first.result.tests.length, 6);
  assert.ok(first.result.plain.selected < 40);
  assert.deepEqual((await run('--sample', '6', '--mode', 'never')).result.tests, first.result.tests);
  assert.equal((await run('--sample', '99', '--mode', 'never')).result.tests.length, 30);
});

test('--tests takes a list of names or the differing tests of a result', async (t) => {
  const names = ['a', 'b', 'c'].map((name) => `parallel/test-${name}.js`);
  const { run, write, file } = fakeSuite(t, Object.fromEntries(names.map((name) => [name, ''])));
  write('preload.cjs', 'if (process.argv[1]?.includes("test-b")) throw 1');
  writeFileSync(file('list'), 'parallel/test-a.js\nparallel/test-b.js\n');
  const listed = await run('--tests', file('list'), '--mode', 'never');
  assert.deepEqual(listed.result.tests, ['parallel/test-a.js', 'parallel/test-b.js']);
  writeFileSync(file('before.json'), JSON.stringify(listed.result));
  assert.deepEqual((await run('--tests', file('before.json'))).result.tests, ['parallel/test-b.js']);
});

test('status files: sections, conditions, wildcards', () => {
  const rules = parseStatus(`prefix parallel
    [true]
    test-a: SKIP
    [$system==linux && $arch==arm || $system==macos]
    test-b*: PASS, FLAKY # why
    [$asan==on]
    test-c: SKIP
    [$system!=linux]
    test-d: SKIP`, { system: 'macos', arch: 'x64' });
  assert.deepEqual(rules.map(({ pattern, outcomes }) => [pattern.source, outcomes]), [
    ['^test-a$', ['SKIP']], ['^test-b.*$', ['PASS', 'FLAKY']], ['^test-d$', ['SKIP']],
  ]);
});

test('only the first Flags line counts, as in test.py', () => {
  const { flags, env } = metadata('// x\n// Flags: --a --b=c \n// Flags: --no\n//  Env: X=1\n');
  assert.deepEqual([flags, env], [['--a', '--b=c'], { X: '1' }]);
});

test('a wrong command line says what is wrong and exits 2', async (t) => {
  const { run, write, file } = fakeSuite(t, { 'parallel/test-a.js': '' });
  write('preload.cjs', '');
  const fault = async (...args) => {
    const { status, stderr } = await run(...args);
    return [status, stderr.trim()];
  };
  assert.deepEqual(await fault('--jobs', 'two'), [2, 'conformance: --jobs two: a whole number is needed']);
  assert.deepEqual(await fault('--filter', 'nothing'), [2, 'conformance: no test of the suite matches']);
  assert.deepEqual(await fault('--env', 'X'), [2, 'conformance: --env X: NAME=VALUE is needed']);
  assert.match((await fault('--bogus'))[1], /Unknown option '--bogus'/);
  assert.match((await fault('--suite', file('.')))[1], /no common\/ folder/);
  assert.match((await fault('--preload', file('none.cjs')))[1],
    /^conformance: mode never: an empty program under .*none.cjs: exit status 1\n/);
  writeFileSync(file('expected.json'), '{"a": {"modes": []}}');
  assert.match((await fault())[1], /expected.json: a needs "modes" and a "reason"/);
});

test('our own file of explained failures can be read', () => {
  const expected = loadExpected(new URL('expected.json', import.meta.url));
  assert.ok(expected.length > 20);
  const modes = new Set(expected.flatMap((entry) => entry.modes));
  assert.deepEqual([...modes].filter((mode) => !['never', 'random'].includes(mode)), []);
});
