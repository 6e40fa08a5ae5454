'use strict';
// Reads recorded output (fixtures/cli/outputs) of mocha 11, jest 29, vitest 3, ava 6, tape 5, jasmine 5, uvu 0.5, qunit
// 2, lab 26, Playwright 1.56 and node --test of Node 20 and 24. All ran the same three tests: one passes, two fail
// ("should delete without a callback" inside two suites, and "top level").
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const {
  errorTitle, failingTests, failureLine, failureMessages, hasNodeTests, haveTestsEnded, passedTests, reportedTests,
} = require('../../../lib/campaign/outputs/index.js');
const { FIXTURES } = require('../../support/cli.js');

const INNER = 'remove > of a folder > should delete without a callback';
const EXPECTED = {
  mocha: ['top level', 'remove > times out: late', INNER],
  'mocha-tap': ['top level', 'remove times out: late', 'remove of a folder should delete without a callback'],
  'mocha-xunit': ['top level', 'remove > times out: late', 'remove of a folder > should delete without a callback'],
  jest: [INNER, 'top level'],
  vitest: [INNER, 'top level'],
  ava: ['should delete without a callback', 'top level'],
  tape: ['remove: should delete without a callback'],
  jasmine: ['remove of a folder should delete without a callback', 'top level'],
  uvu: ['remove > should delete without a callback', 'top level'],
  qunit: [INNER, 'top level'],
  lab: ['top level', 'remove of a folder should delete without a callback'],
  playwright: [INNER, 'top level'],
  'node20-tap': [INNER, 'top level'],
  'node20-spec': [INNER, 'top level'],
  'node20-junit': [INNER, 'top level'],
  'node24-tap': [INNER, 'top level'],
  'node24-spec': [INNER, 'top level'],
  'node24-junit': ['remove.of a folder > should delete without a callback', 'top level'],
};

function read(name) {
  const file = path.join(FIXTURES, 'outputs', name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(name, () => assert.deepEqual(failingTests(read(`${name}.stdout`), read(`${name}.stderr`)), expected));
}

test('tests of vitest that fail with the same error have it all', () => {
  const text = ['⎯⎯ Failed Tests 3 ⎯⎯', '', ' FAIL  test/a.test.ts > after sync', ' FAIL  test/a.test.ts > after async',
    'Error: it did not start', ' ❯ Timeout.<anonymous> test/a.test.ts:15:18', '', '⎯⎯[1/3]⎯', '',
    ' FAIL  test/b.test.ts > other', 'Error: another', '', '⎯⎯[3/3]⎯', '', ' Test Files  2 failed (2)', '   Duration  1s', ''];
  const messages = failureMessages(text.join('\n'), '');
  assert.match(messages.get('after sync'), /^Error: it did not start/);
  assert.equal(messages.get('after sync'), messages.get('after async'));
  assert.match(messages.get('other'), /^Error: another/);
});

for (const name of ['mocha', 'mocha-tap', 'jest', 'vitest', 'ava', 'tape', 'jasmine', 'uvu', 'qunit', 'lab', 'playwright',
  'node20-tap', 'node20-spec', 'node24-tap', 'node24-spec']) {
  test(`the summary of ${name}`, () => {
    const outputs = ['stdout', 'stderr'].map((stream) => read(`${name}.${stream}`));
    assert.equal(haveTestsEnded(...outputs), true);
    assert.match(failureLine(...outputs), /[1-9]/);
    assert.equal(haveTestsEnded(...outputs.map((text) => text.slice(0, 60))), false);
  });
}

// Tests with lines of their own: [titles that passed, titles that failed]; undefined: only the failures have them.
for (const [name, named] of Object.entries({
  'mocha': [1, 3], 'jest': [1, 2], 'vitest': [1, 2], 'ava': [1, 2], 'jasmine': undefined, 'uvu': undefined, 'qunit': [1, 2],
  'lab': undefined, 'node20-tap': [1, 2], 'node20-spec': [1, 2], 'node20-junit': [1, 2], 'node24-tap': [1, 2],
  'node24-spec': [1, 2], 'node24-junit': [1, 2], 'mocha-tap': [1, 3], 'mocha-xunit': [1, 3],
})) {
  test(`the tests that ${name} reports`, () => {
    const reported = reportedTests(read(`${name}.stdout`), read(`${name}.stderr`));
    const [passed, failed] = [1, name.startsWith('mocha') ? 3 : 2];
    const skipped = name.startsWith('node') ? 1 : 0; // a TODO
    assert.deepEqual(reported.counts, { total: passed + failed + skipped, passed, failed, skipped });
    const sum = (result) => reported.named && [...reported.named.values()].reduce((all, one) => all + one[result], 0);
    assert.deepEqual([sum('passed'), sum('failed')], named ?? [undefined, undefined]);
    assert.equal(reported.planned, { 'node20-tap': 2, 'node24-tap': 2, 'qunit': 3, 'mocha-tap': 4 }[name]);
  });
}

test('ava: of titles that begin alike each is seen, with its own message', () => {
  const text = read('ava-prefixes.stdout');
  const titles = ['DNS cache works', 'DNS cache works - CacheableLookup instance'];
  assert.deepEqual(failingTests(text, ''), titles);
  const messages = failureMessages(text, '');
  assert.match(messages.get(titles[0]), /message: 'broken'/);
  assert.match(messages.get(titles[1]), /message: 'instance'/);
  assert.equal(reportedTests(text, '').named.get('DNS cache works - disabled').passed, 1);
});

test('failures with the same title are counted apart', () => {
  const one = '  1 failing\n\n  1) same:\n     Error: broken\n';
  assert.deepEqual(failingTests(`  0 passing (1ms)\n${one}\n  0 passing (1ms)\n${one}`, ''), ['same', 'same (2)']);
});

for (const [name, failing] of [['vitest', 'bad'], ['ava', 'a › works']]) {
  test(`${name}: an error outside of all tests is a failure beside those of tests`, () => {
    const outputs = [read(`${name}-outside.stdout`), read(`${name}-outside.stderr`)];
    assert.deepEqual(failingTests(...outputs), [failing, 'Error: uncaught']);
    assert.match(failureMessages(...outputs).get('Error: uncaught'), /^Error: uncaught\n[^]*ending\.js:28:11/);
  });
}

test('files that jest cannot load are told apart', () => {
  const unloaded = ['a', 'b'].map((name) => `FAIL test/${name}.test.js (5.7 s)\n  ● Test suite failed to run\n\n    why\n`);
  const names = ['a', 'b'].map((name) => `test/${name}.test.js > Test suite failed to run`);
  assert.deepEqual(failingTests('', `${unloaded.join('\n')}\nTest Suites: 2 failed, 2 total\n`), names);
});

// Two scripts at once, whose lines are mixed; the one passes, the other fails as in the file `mocha.stdout`.
for (const [program, [mine, others]] of Object.entries({
  concurrently: ['[0]', '[npm:other]'], pnpm: ['packages/one test:', 'packages/two test:'],
  turbo: ['@app/one:test:', 'two:test:'], lerna: ['one:', 'two:'], compose: ['one-1  |', 'two-1  |'],
})) {
  test(`failing tests behind the labels of ${program}`, () => {
    const lines = (text, label) => text.split('\n').map((line) => `${label} ${line}`.trimEnd());
    const failed = lines(read('mocha.stdout'), mine);
    const passed = lines('TAP version 13\nok 1 - a\n1..1\n# pass 1\n# fail 0', others);
    const text = ['> run both', ...failed.flatMap((line, i) => [line, ...passed.slice(i, i + 1)])].join('\n');
    assert.deepEqual(failingTests(text, ''), EXPECTED.mocha);
    assert.equal(passedTests(text, ''), 2);
    assert.equal(haveTestsEnded(text, ''), true);
    assert.match(failureLine(text, ''), /3 failing/);
  });
}

test('results of node:test are told from those of others', () => {
  const found = Object.keys(EXPECTED).filter((name) => hasNodeTests(read(`${name}.stdout`)));
  assert.deepEqual(found, ['node20-tap', 'node20-spec', 'node24-tap', 'node24-spec']);
});

test("a failure's message ends where the next one or the summary begins", () => {
  const BOOM = /(?:^|Error: )boom$/m;
  const messages = (name) => [...failureMessages(read(`${name}.stdout`), '').values()];
  for (const name of ['jasmine', 'uvu', 'lab', 'playwright']) {
    const [first, second, ...more] = messages(name);
    const [boom, equal] = name === 'lab' ? [first, second] : [second, first];
    assert.deepEqual([more, BOOM.test(equal), BOOM.test(boom), /[Ee]xpect/.test(equal)], [[], false, true, true], name);
    assert.doesNotMatch(boom, /specs?,|Total|tests failed|passed/);
  }
});

test("mocha: a suite's title may end with a colon", () => {
  const output = [
    '  28 passing (3m)', '  2 failing', '', '  1) storage 4.0.4 tests:', '       interval', '         deletes:', '',
    '      AssertionError: expected 1 to equal +0', '', '  2) storage 4.0.4 tests:', '       reads:', '     Error: late', '',
  ];
  const expected = ['storage 4.0.4 tests: > interval > deletes', 'storage 4.0.4 tests: > reads'];
  assert.deepEqual(failingTests(output.join('\n'), ''), expected);
});

test('tape and brittle: an assertion is named after its test', () => {
  const tape = [
    'TAP version 13', '# opens', 'ok 1 no error', '# SKIP closes', '# pass on', 'not ok 2 no error', '  ---', '  ...',
    '# reads', 'not ok 3 no error', '  ---', '  ...', '', '1..3', '# tests 3', '# pass  1', '# fail  2', '',
  ];
  assert.deepEqual(failingTests(tape.join('\n'), ''), ['pass on: no error', 'reads: no error']);
  const brittle = [
    'TAP version 13', '', '# opens', '    not ok 1 - is open', '      ---', '      ...', 'not ok 1 - opens # time = 3ms', '',
    '# throws', 'not ok 2 - throws', '', '1..2', '# tests = 0/2 pass', '# asserts = 0/1 pass', '# time = 9ms', '', '# not ok',
  ];
  assert.deepEqual(failingTests(brittle.join('\n'), ''), ['opens: is open', 'throws']);
});

test('a summary without failures', () => {
  assert.equal(failureLine('  2 passing (3ms)\n', 'Tests:       3 passed, 3 total\n# fail  0\n'), undefined);
});

test('coloured output is read as well', () => {
  assert.deepEqual(failingTests('\x1b[31mnot ok 1 - red\x1b[39m\n1..1\n', ''), ['red']);
});

test('a JUnit document that is cut off is read as far as it goes', () => {
  assert.deepEqual(failingTests('<testsuites><testcase name="a &amp; b"><failure/></testcase><testcase name="c"', ''), ['a & b']);
});

test('no runner: the last line that reports an error, equal from run to run', () => {
  const stderr = (port, file) => `/tmp/${file}/a.js:3\nthrow x\n\nError: connect ECONNREFUSED 127.0.0.1:${port}\n    at f (x.js:1:1)\n\nNode.js v24.1.0\n`;
  assert.equal(errorTitle('', stderr(40123, 'abc')), errorTitle('', stderr(50321, 'xyz')));
  assert.match(errorTitle('', stderr(1234, 'x')), /^Error: connect ECONNREFUSED 127\.0\.0\.1:…$/);
  assert.equal(errorTitle('', 'Segmentation fault\nnpm warn Unknown user config "x".\n'), 'Segmentation fault');
  assert.equal(errorTitle('', ''), undefined);
  const ofJest = '  ●  process.exit called with "1"\n\n    > 1 | process.exit(1);\n        |         ^\n\n      at f (a.test.js:1:5)\n';
  assert.equal(errorTitle('', ofJest), '●  process.exit called with "1"');
  const printed = 'busy AbortError: aborted\n    at read (node:fs:1:2) {\n  [cause]: DOMException [AbortError]: it\n      at f (a.js:1:1)\n}\n';
  assert.equal(errorTitle('', printed), 'busy AbortError: aborted');
  assert.equal(errorTitle('', "[Error: ENOENT: no such file, open 'x'] {\n  errno: -2\n}\n"), "Error: ENOENT: no such file, open 'x'");
  const unfound = " Exception during run: Error: Cannot find module './a'\nRequire stack:\n- /b.js\n    at f (c.js:1:1) {\n"
    + "  requireStack: [ '/b.js' ]\n}\n";
  assert.equal(errorTitle('', unfound), "Exception during run: Error: Cannot find module './a'");
  assert.equal(errorTitle('', '{\n  status: 500\n}\n'), 'status: 500');
  const summary = 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\nRan all test suites.\n'; // jest's reporter
  assert.equal(errorTitle('', summary), 'Test Suites: 1 failed, 1 total');
  const falsy = (call) => `AssertionError [ERR_ASSERTION]: The expression evaluated to a falsy value:\n\n  ${call}\n\n    at f (a.js:1:1)\n`;
  assert.match(errorTitle('', falsy('assert(end < most)')), /falsy value: assert\(end < most\)$/);
  assert.notEqual(errorTitle('', falsy('assert.ok(a)')), errorTitle('', falsy('assert.ok(b)')));
});

// A reader that looks back from each line takes minutes here.
test('long outputs of one kind of line are read in time that grows with their length', () => {
  const readers = require('../../../lib/campaign/outputs/index.js');
  const lines = ['\n', '\r', '   \n', 'not ok 1 - \n', 'ok 1\n', 'a: \n', '# Subtest: x\n', '  ---\n', '✖ a\n', '  1) a\n', ' FAIL  a > b\n',
    '    at x (a.js:1:1)\n', 'x', '"', '. ', '{"stats":', '{"stats":"\\'];
  for (const line of lines) {
    const text = line.repeat(Math.ceil(400_000 / line.length));
    const before = process.cpuUsage();
    for (const read of Object.values(readers)) read(text, '');
    const { user } = process.cpuUsage(before);
    assert.ok(user < 10e6, `${JSON.stringify(line)}: ${user / 1e6} s`);
  }
});
