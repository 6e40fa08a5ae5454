'use strict';
// A command that fails by itself is what most users come with.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { plainSummary, withoutAside } = require('../../../lib/campaign/aside.js');
const { passedTests } = require('../../../lib/campaign/outputs/index.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const OUTPUTS = path.join(__dirname, '..', '..', 'fixtures', 'cli', 'outputs');

test('a command that sometimes fails by itself is run five times plainly, then with delays', async (t) => {
  const cwd = makeFolder(t, 'flaky.js');
  const env = { PATTERN: '10100' };
  const { status, stdout } = await nacd(['run', '-n', '1', '--seed', '1', '--', 'node', 'flaky.js'], { cwd, env });
  assert.match(stdout, /it fails without delays: Error: flaky by itself/);
  assert.match(stdout, /fails by itself 2 of 5 times, without delays\nlooking for the order that makes these fail:\n/);
  assert.match(stdout, /\n {2}Error: flaky by itself {2}\(2 of 5\)\n/);
  assert.match(stdout, /run 1 of 1 {2}FAILED/);
  assert.equal(status, 1);
  const { plain, baseline } = readJson(cwd, '.nacd/campaign.json');
  assert.deepEqual(plain, {
    of: 5, failed: 2, goesOn: true, aside: [], flaky: [{ title: 'Error: flaky by itself', failed: 2 }],
  });
  assert.equal(baseline.verdict, 'failed');
});

test('a command that fails only while its event loop is traced is not called one that fails by itself', async (t) => {
  const cwd = makeFolder(t, 'flaky.js');
  const script = "if (process.env.NACD_ENGINE !== 'api' && process.env.NACD_MODE === 'never') throw new Error('traced')";
  const { stdout } = await nacd(['run', '-n', '1', '--', 'node', '-e', script], { cwd });
  assert.match(stdout, /it fails without delays: Error: traced/);
  assert.match(stdout, /\nfailed while nacd traced its event loop, .*; passed 4 of 4 times with the loop left alone\n/);
  assert.doesNotMatch(stdout, /fails by itself \d/);
});

test('status 3 only if it never passes', async (t) => {
  const cwd = makeFolder(t, 'flaky.js');
  const { status, stdout } = await nacd(['run', '--', 'node', 'flaky.js'], { cwd, env: { PATTERN: '1' } });
  assert.equal(status, 3);
  assert.match(stdout, /the command fails even without delays, 5 of 5 times: Error: flaky by itself/);
  assert.equal(fs.readFileSync(path.join(cwd, 'runs.txt'), 'utf8'), '5');
});

test('a test that fails each time is set aside by name, and the others are run with delays', async (t) => {
  const cwd = makeFolder(t, 'suite.js');
  const args = ['run', '--seed', '1', '--strategy', 'uniform', '--mode', 'always', '--min-delay', '100'];
  const { status, stdout } = await nacd([...args, '--', 'node', 'suite.js'], { cwd });
  assert.match(stdout, /fails by itself 5 of 5 times, without delays\n/);
  assert.match(stdout, /set aside, because they fail each time:\n {2}broken\n/);
  assert.equal(status, 1);
  const { failures, plain } = readJson(cwd, '.nacd/campaign.json');
  assert.deepEqual(plain.aside, ['broken']);
  assert.deepEqual(failures.map(({ title }) => title), ['racy']);
  const kept = readJson(cwd, `.nacd/failures/${failures[0].id}.json`);
  assert.deepEqual(kept.failure.aside, ['broken']);
  const replayed = await nacd(['replay', failures[0].id], { cwd });
  assert.match(replayed.stdout, /failed again: racy/);
});

test('a run in which nothing but set-aside tests fail has passed', async (t) => {
  const cwd = makeFolder(t, 'suite.js');
  const { status, stdout } = await nacd(['run', '-n', '2', '--max-delay', '1', '--', 'node', 'suite.js'], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /no failure in 2 runs/);
});

test('a suite of which each test fails each time has nothing left to run', async (t) => {
  const cwd = makeFolder(t, 'suite.js');
  const { status, stdout } = await nacd(['run', '--', 'node', 'suite.js'], { cwd, env: { ONLY_BROKEN: '1' } });
  assert.equal(status, 3);
  assert.match(stdout, /the command fails even without delays, 5 of 5 times: broken/);
});

const failed = (titles, more) => ({ verdict: 'failed', titles, named: true, others: 1, ...more });

test('the tests that fail each time are told from those that fail sometimes', () => {
  const summary = plainSummary([failed(['a', 'b']), failed(['a']), failed(['a', 'c'])]);
  assert.deepEqual(summary.aside, ['a']);
  assert.deepEqual(summary.flaky, [{ title: 'b', failed: 1 }, { title: 'c', failed: 1 }]);
  assert.equal(summary.goesOn, true);
  assert.deepEqual(plainSummary([failed(['a']), { verdict: 'passed', titles: [] }]).aside, []);
  assert.equal(plainSummary([failed(['x']), failed(['x'], { named: false })]).goesOn, false);
});

test('a hang is no test that is set aside', () => {
  const hang = { verdict: 'hang', titles: ['a'], hang: { kind: 'deadlock' } };
  assert.deepEqual(withoutAside(hang, ['a']).titles, ['hang: deadlock']);
  assert.deepEqual(withoutAside({ verdict: 'failed', titles: ['a', 'b'] }, ['a']).titles, ['b']);
});

for (const [name, passed] of [['mocha.stdout', 1], ['jest.stderr', 1], ['vitest.stdout', 1], ['node24-spec.stdout', 1],
  ['node20-tap.stdout', 1], ['ava.stdout', 1], ['tape.stdout', 1], ['jasmine.stdout', 1], ['uvu.stdout', 1],
  ['qunit.stdout', 1], ['lab.stdout', 1], ['playwright.stdout', 1]]) {
  test(`the number of passed tests is read from ${name}`, () => {
    const text = fs.readFileSync(path.join(OUTPUTS, name), 'utf8');
    assert.equal(passedTests(text, ''), passed);
  });
}

// Nothing is left to delay there: going on would report runs as passed in which no test ran.
for (const [runner, text] of [['jest', 'Tests:       0 total\n'], ['jest', 'Tests:       2 skipped, 2 total\n'],
  ['vitest', ' Test Files  1 failed (1)\n      Tests  no tests\n'], ['vitest', '      Tests  2 skipped (2)\n'],
  ['tap', '# { total: 1, pass: 0, fail: 1 }\n'], ['ava', '  1 uncaught exception\n']]) {
  test(`no test passed where ${runner} could load none: ${text.trim()}`, () => {
    assert.equal(passedTests(text, ''), 0);
  });
}

test('suites of several packages count together', () => {
  assert.equal(passedTests('  0 passing (5ms)\n  1 failing\n\n  2 passing (5ms)\n# pass 3\n', ''), 5);
});

test('without tests set aside, a run that was ended after its tests passed; one that reached its timeout hangs', () => {
  const run = { verdict: 'failed', titles: ['a'], signal: 'SIGKILL', lingers: { kind: 'lingering', open: [] } };
  const { verdict, lingers } = withoutAside(run, ['a']);
  assert.deepEqual([verdict, lingers], ['passed', run.lingers]);
  const late = withoutAside({ ...run, lingers: { ...run.lingers, atTimeout: true } }, ['a']);
  assert.deepEqual([late.verdict, late.titles, late.lingers], ['hang', ['hang: lingering'], undefined]);
});
