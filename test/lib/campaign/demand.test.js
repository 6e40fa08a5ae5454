'use strict';
// A run has passed only if its tests report as they do without delays, and if what was set aside explains its end.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { describe, test } = require('node:test');

const { demandOf, isUncounted, withDemand } = require('../../../lib/campaign/demand.js');
const { summariesIn } = require('../../../lib/campaign/outputs/index.js');
const { isWork, readResult } = require('../../../lib/queue/checks.js');
const { FIXTURES, makeFolder, nacd, readJson } = require('../../support/cli.js');

const COMMAND = ['node', 'ends-early.js'];

const verb = (cwd, cases, ...args) => nacd(args, { cwd, env: { CASES: cases } });

const plain = (counts, more) => ({
  verdict: 'passed', code: 0, signal: null,
  written: { counts, runners: 0, programs: 1, started: { runners: 0, programs: 1 }, passed: 3, seen: 3, ...more },
});

describe('a run that ends before its tests', { concurrency: true }, () => {
  test('fails, is replayed and proved', async (t) => {
    const cwd = makeFolder(t, 'ends-early.js');
    const { status, stdout } = await verb(cwd, 'exits', 'run', '-n', '1', '--', ...COMMAND);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /FAILED .* {2}the process ended before its tests did\n/);
    assert.match(stdout, /exit status 0, but no summary of the tests as without delays, 1 of 3 tests had passed/);
    const [{ id }] = readJson(cwd, '.nacd/campaign.json').failures;
    const replayed = await verb(cwd, 'exits', 'replay', id);
    assert.match(replayed.stdout, /failed again: the process ended before its tests did\n {2}exit status 0/);
    const proved = await verb(cwd, 'exits', 'prove', id, '-n', '1');
    assert.equal(proved.status, 1, proved.stdout);
    assert.match(proved.stdout, /the process ended before its tests did/);
  });

  test('is none that has more tests or text before its summary, and one out of a cache is not judged', async (t) => {
    const cwd = makeFolder(t, 'ends-early.js');
    const { status, stdout } = await verb(cwd, 'more,text,cached', 'run', '-n', '3', '--jobs', '1', '--', ...COMMAND);
    assert.equal(status, 0, stdout);
    assert.equal(fs.readFileSync(path.join(cwd, 'runs.txt'), 'utf8'), '...');
    const { runs } = readJson(cwd, '.nacd/campaign.json');
    assert.deepEqual(runs.map(({ verdict }) => verdict), ['passed', 'passed', 'inconclusive']);
    assert.match(stdout, /^1 run without a verdict: 1 of 2 programs started, and 3 tests did not report; /m);
    assert.match(stdout, /^FINDING {2}1 of 2 runs passed but showed .*: 4 tests reported, 3 without delays: /m);
  });

  test('has failed although its output was lost on the way', async (t) => {
    const cwd = makeFolder(t, 'ends-early.js');
    const { status, stdout } = await verb(cwd, 'piped', 'run', '-n', '1', '--', ...COMMAND);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /FAILED .* {2}3 tests did not report\n/);
  });
});

test('demanded is what all plain runs that passed have in common', () => {
  const failed = { ...plain({}), verdict: 'failed' };
  assert.deepEqual(demandOf([plain({ mocha: 2, tap: 1 }), plain({ mocha: 1 }, { programs: 2, passed: 4 }), failed]), {
    counts: { mocha: 1 }, runners: 0, programs: 2, started: { runners: 0, programs: 1 }, passed: undefined,
    tests: undefined, titles: undefined, failing: [],
    ends: [{ code: 0, signal: null }],
  });
  assert.deepEqual(demandOf([plain({ mocha: 1 }), plain({})]).counts, {});
  assert.equal(demandOf([{ ...plain({}), written: undefined }]), undefined);
  assert.deepEqual(demandOf([{ ...plain({ mocha: 2 }), verdict: 'failed' }]).counts, { mocha: 1 });
});

test('the least of the tests that the plain runs report are demanded, and the titles that all of them have', () => {
  const one = plain({}, { tests: { total: 4, passed: 3 }, titles: ['a', 'a', 'b', 'at 8:01'] });
  const other = { ...plain({}, { tests: { total: 3, passed: 3 }, titles: ['a', 'b', 'at 8:02'] }), code: 1 };
  const { tests, titles, ends } = demandOf([one, other]);
  assert.deepEqual(tests, { total: 3, passed: 3, most: 4 });
  assert.deepEqual(titles, ['a', 'b']);
  assert.deepEqual(ends, [{ code: 0, signal: null }, { code: 1, signal: null }]);
  assert.equal(demandOf([one, plain({})]).tests, undefined);
});

const PASSED = { verdict: 'passed', titles: [] };
const demandFor = (tests, titles) => demandOf([{ ...plain({}, { tests, titles }), code: 1 }]);
const DEMAND = demandFor({ total: 3, passed: 2 }, ['first', 'second', 'third']);

// The titles of a run that passed but for what was set aside, with this output and this end.
function titlesOf(stdout, end, demand = DEMAND) {
  const about = { outputs: [stdout, ''], traces: [{ header: { pid: 1, thread: 0, outputs: [1, 2] } }], demand };
  return withDemand(PASSED, { ...about, end: { code: 1, signal: null, ...end } }).titles;
}

const WHOLE = 'ok 1 - first\nnot ok 2 - second\nok 3 - third\n1..3\n# tests 3\n# pass 2\n# fail 1\n';

test('a run with the tests and the end of the plain runs has passed', () => {
  assert.deepEqual(titlesOf(WHOLE), []);
  assert.deepEqual(titlesOf(WHOLE, { code: 0 }), []);
  assert.deepEqual(titlesOf(WHOLE.replace('tests 3', 'tests 4')), []);
});

test('an end that no plain run had is not explained by the tests that were set aside', () => {
  for (const [end, expected] of [
    [{ code: 137 }, 'exit status 137 (SIGKILL)'], [{ code: 134 }, 'exit status 134 (SIGABRT)'],
    [{ code: 139 }, 'exit status 139 (SIGSEGV)'], [{ code: 143 }, 'exit status 143 (SIGTERM)'],
    [{ code: 7 }, 'exit status 7'], [{ code: null, signal: 'SIGSEGV' }, 'killed by SIGSEGV'],
  ]) assert.deepEqual(titlesOf(WHOLE, end), [expected]);
  assert.deepEqual(titlesOf(WHOLE, { code: 137 }, null), ['exit status 137 (SIGKILL)']);
  assert.deepEqual(titlesOf(WHOLE, { code: 7 }, null), []);
  assert.deepEqual(titlesOf(WHOLE, { code: null, signal: 'SIGKILL', reason: 'lingering' }), []);
});

test('fewer tests than without delays, or skipped ones, are a failure', () => {
  assert.deepEqual(titlesOf('ok 1 - first\nnot ok 2 - second\n'), ['1 test did not report']);
  assert.deepEqual(titlesOf('1..3\nok 1 - first\n'), ['2 tests did not report']);
  assert.deepEqual(titlesOf('# tests 3\n# pass 1\n# fail 1\n# skipped 1\n'), ['1 test was skipped']);
  assert.deepEqual(titlesOf('a program that has lost its output'), ['3 tests did not report']);
  assert.deepEqual(titlesOf('', { code: 0 }), ['3 tests did not report']);
});

test('a failing test is named although a pipe or "|| true" has lost its status, but not one that fails plainly', () => {
  const titles = ['first', 'second', 'third'];
  const demand = demandOf([plain({}, { tests: { total: 3, passed: 2 }, titles, failing: ['second'] })]);
  const failing = WHOLE.replace('ok 3', 'not ok 3').replace('pass 2', 'pass 1').replace('fail 1', 'fail 2');
  assert.deepEqual(titlesOf(failing, { code: 0 }, demand), ['third']);
  assert.deepEqual(titlesOf(WHOLE, { code: 0 }, demand), []);
});

test('tests without a report are not judged if fewer test runners started, or if the output is too long to be read', () => {
  const runner = (pid) => ({ header: { pid, thread: 0, argv: ['node', '/p/node_modules/mocha/bin/mocha.js'] } });
  const two = { ...plain({}, { tests: { total: 3, passed: 3 }, started: { runners: 2, programs: 2 } }) };
  const judged = (outputs, traces) => withDemand(PASSED, {
    outputs, traces, demand: demandOf([two]), end: { code: 0, signal: null },
  });
  assert.deepEqual(judged(['', ''], [runner(1)]), {
    verdict: 'inconclusive', titles: [], leftOut: { which: 'runners', started: 1, ofStarted: 2, missing: 3 },
  });
  assert.deepEqual(judged(['', ''], [runner(1), runner(2)]).titles, ['3 tests did not report']);
  assert.deepEqual(judged(undefined, [runner(1)]), { verdict: 'inconclusive', titles: [], leftOut: { which: 'output' } });
});

test('a test runner whose output does not say which tests ran is told of, and no other program', () => {
  const runs = (more) => [plain({}, { tests: undefined, ...more })];
  const uncounted = (some) => isUncounted(demandOf(some), some);
  assert.equal(uncounted(runs({ started: { runners: 1, programs: 1 } })), true);
  assert.equal(uncounted(runs({})), false);
  assert.equal(uncounted(runs({ started: { runners: 1, programs: 1 }, tests: { total: 1, passed: 1 } })), false);
});

test('a file that stands in the place of its tests says that they did not report', () => {
  const text = '# Subtest: /p/a.test.js\nok 1 - /p/a.test.js\n# Subtest: two\nok 2 - two\n1..2\n# tests 2\n# pass 2\n# fail 0\n';
  const found = (titles, stdout = text) => titlesOf(stdout, { code: 0 }, demandFor({ total: 2, passed: 2 }, titles));
  assert.deepEqual(found(['one', 'two']), ['1 test did not report']);
  assert.deepEqual(found(['/p/a.test.js', 'two']), []);
  assert.deepEqual(found(['at 8:02', 'two'], text.replaceAll('/p/a.test.js', 'at 8:01')), []);
});

describe('a test that is set aside hides no crash', { concurrency: true }, () => {
  const command = ['sh', '-c', 'node endings.js; exit $?'];
  for (const [ending, title] of [
    ['throw', '1 test did not report'], ['SIGKILL', 'exit status 137 (SIGKILL)'], ['SIGABRT', 'exit status 134 (SIGABRT)'],
    ['SIGSEGV', 'exit status 139 (SIGSEGV)'], ['SIGTERM', 'exit status 143 (SIGTERM)'], ['whole', undefined],
  ]) {
    test(`${ending}: ${title ?? 'passed'}`, async (t) => {
      const cwd = makeFolder(t, 'endings.js');
      const asked = (...args) => nacd(args, { cwd, env: { ENDING: ending } });
      const { status, stdout } = await asked('run', '-n', '1', '--', ...command);
      assert.equal(status, title ? 1 : 0, stdout);
      assert.match(stdout, /set aside, because they fail each time:\n {2}second\n/);
      const { failures } = readJson(cwd, '.nacd/campaign.json');
      assert.deepEqual(failures.map((failure) => failure.title), title ? [title] : []);
      if (!title) return;
      const replayed = await asked('replay', failures[0].id);
      assert.equal(replayed.status, 1);
      assert.match(replayed.stdout, new RegExp(`failed again: ${title.replace(/[()]/g, '\\$&')}`));
    });
  }
});

test('a test file that ends its process is found under node --test, whose status is 0', async (t) => {
  const cwd = makeFolder(t);
  const ends = "if (process.env.NACD_MODE !== 'never') process.exit(0);";
  fs.writeFileSync(path.join(cwd, 'a.test.js'), `require('node:test')('one', () => { ${ends} });`);
  fs.writeFileSync(path.join(cwd, 'b.test.js'), "require('node:test')('two', () => {});");
  const { status, stdout } = await nacd(['run', '-n', '1', '--', 'node', '--test'], { cwd });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /^FAILURE \w+ {2}1 test did not report$/m);
  assert.match(stdout, /^ {2}1 of 2 tests reported; .*\n {4}missing: one$/m);
});

test('the summaries of each runner are known', () => {
  for (const name of ['ava', 'jasmine', 'lab', 'mocha', 'node24-spec', 'tape', 'playwright', 'uvu']) {
    const text = fs.readFileSync(path.join(FIXTURES, 'outputs', `${name}.stdout`), 'utf8');
    const strict = summariesIn(text, '');
    assert.equal(Object.keys(strict).length, 1, name);
    assert.deepEqual(summariesIn(text.replace(/^/gm, 'one:test: '), '', { loosely: true }), strict, name);
  }
});

test('machines of a queue get what is demanded, and say that a run ended early', () => {
  const entry = { id: '1', queue: 'q', options: {}, timeout: 1, silence: 1, aside: [], known: [] };
  assert.equal(isWork({ ...entry, demand: { counts: { mocha: 1 }, runners: 1, programs: 1 } }), true);
  assert.equal(isWork({ ...entry, demand: { counts: 'mocha' } }), false);
  const result = { verdict: 'failed', titles: ['x'], ms: 1, early: { seen: 1, of: 3 } };
  assert.deepEqual(readResult(result).early, { seen: 1, of: 3 });
  const missing = { seen: 1, of: 2, missing: ['a'] };
  assert.deepEqual(readResult({ ...result, early: missing }).early, missing);
  assert.equal(readResult({ ...result, early: { missing: 1 } }), undefined);
  const more = { tests: { total: 2, passed: 1 }, titles: ['a'], ends: [{ code: 1, signal: null }] };
  assert.equal(isWork({ ...entry, demand: { counts: {}, runners: 0, programs: 0, ...more } }), true);
  assert.equal(isWork({ ...entry, demand: { counts: {}, runners: 0, programs: 0, ends: ['x'] } }), false);
  assert.equal(readResult({ ...result, early: { seen: 'x' } }), undefined);
});

test('nacd says that a run without delays lost a test, and --strict fails', async (t) => {
  const cwd = makeFolder(t);
  // Two of the runs that come after the first go side by side; one of them loses a test.
  fs.writeFileSync(path.join(cwd, 'suite.js'), `
    const fs = require('node:fs');
    const isFirst = (name) => { try { fs.mkdirSync(name); return true; } catch { return false; } };
    const loses = !isFirst('first') && process.env.LOSES === '1' && isFirst('second');
    const all = loses ? ['one'] : ['one', 'two'];
    fs.access('suite.js', () => console.log(['TAP version 13', ...all.map((title, k) => \`ok \${k + 1} - \${title}\`),
      \`# tests \${all.length}\`, \`# pass \${all.length}\`, '# fail 0'].join('\\n')));
  `);
  const varied = async (LOSES) => {
    for (const name of ['first', 'second']) fs.rmSync(path.join(cwd, name), { recursive: true, force: true });
    const args = ['run', '-n', '2', '--jobs', '2', '--mode', 'always', '--seed', '1', '--strict', '--', 'node', 'suite.js'];
    const { status, stdout } = await nacd(args, { cwd, env: { LOSES } });
    return [status, /^runs without delays reported .*$/m.exec(stdout)?.[0], /^--strict: .*$/m.exec(stdout)?.[0]];
  };
  assert.deepEqual(await varied('0'), [0, undefined, undefined]);
  assert.deepEqual(await varied('1'), [1, 'runs without delays reported from 1 to 2 tests, so only a run with fewer than 1 is '
    + 'a failure', '--strict: a number of tests that varies without delays']);
});
