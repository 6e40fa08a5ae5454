'use strict';
// Titles of tests are read as the runner has them, whatever is in them. Each runner runs tests with titles that look
// like one another, like its own marks, or like its summary.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { describe, test } = require('node:test');
const { stripVTControlCharacters } = require('node:util');

const fc = require('fast-check');

const { failingTests, failureMessages, reportedTests } = require('../../lib/campaign/outputs/index.js');
const { execute } = require('../src/hooks/harness.js');
const { temporaryFolder } = require('../support/package.js');
const { RUNNERS, argumentsOf, prepareFolder, runnersFolder } = require('./catalogue.js');

// Other titles: NACD_TEST_SEED=$RANDOM
const SEED = Number(process.env.NACD_TEST_SEED ?? 21);

const PARTS = ['DNS cache works', ' - CacheableLookup instance', ' › ', ' > ', ' - ', ' | ', ' # SKIP', ' # TODO it', '#',
  '\x1b[31mred\x1b[39m', ' 5ms', ' (12ms)', ' (3 ms)', ' 7', '1) fake', 'not ok 3 - x', 'ok 4', 'Error: boom',
  ' at f (x.js:1:1)', 'line one\nline two', ':', '"', '<b>', '&amp;', '✖ ', '✔ ', '● ', 'FAIL ', '\\', '---', 'Failures:',
  '1 failing', '3 passed', 'Tests: 1 failed', 'Console', '  '];

const title = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');
const result = fc.constantFrom('passed', 'failed', 'failed', 'skipped');
const file = fc.array(fc.record({ title, result }), { minLength: 10, maxLength: 25 });

const oneLine = (text) => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();

const joined = (text) => text.split(' › ').join(' > ');
const byPath = (one) => oneLine(`${one.suite} > ${one.title}`);
const firstLine = (text) => text.split('\n')[0];
const byFirstLine = (one) => byPath({ ...one, title: firstLine(one.title) });
const mark = (one) => `broken ${one.number}`; // in the failure's message
const fails = (one) => `throw new Error('${mark(one)}');`;
const compares = (one) => `t.is(1, ${one.number}); return;`;
const equals = (one) => `t.equal(1, ${one.number}, 'is it'); return;`;

// How a runner is told to write its list, what a test does to fail, and how its title is written then.
const LISTS = [
  { runner: 'mocha', titleOf: byPath },
  { runner: 'mocha', flags: ['-R', 'dot'], titleOf: byPath },
  { runner: 'jest', titleOf: (one) => joined(byPath(one)) },
  { runner: 'jest', flags: ['--verbose'], titleOf: (one) => joined(byPath(one)) },
  { runner: 'vitest', titleOf: byFirstLine },
  { runner: 'vitest', flags: ['--reporter=verbose'], titleOf: byFirstLine },
  { runner: 'ava', body: compares, titleOf: (one) => oneLine(`${one.name} › ${one.title}`) },
  { runner: 'ava', body: fails, titleOf: (one) => oneLine(`${one.name} › ${one.title}`) },
  { runner: 'jasmine', titleOf: (one) => oneLine(`${one.suite} ${one.title}`) },
  { runner: 'lab', titleOf: (one) => oneLine(`${one.suite} ${one.title}`) },
  { runner: 'qunit', titleOf: byFirstLine },
  { runner: 'uvu', titleOf: (one) => oneLine(one.title) },
  { runner: 'playwright test', titleOf: (one) => joined(byPath(one)) },
  { runner: 'tape', body: equals, titleOf: (one) => `${oneLine(one.title)}: is it` },
  { runner: 'brittle', sums: true, body: (one) => `t.is(1, ${one.number}, 'is it'); return;`, titleOf: (one) => `${oneLine(firstLine(one.title))}: is it` },
  { runner: 'tap', sums: true, body: equals, titleOf: (one) => `${one.name}.cjs > ${oneLine(firstLine(one.title))} > is it` },
  { runner: 'node --test', flags: ['--test-reporter=spec'], titleOf: byPath },
  { runner: 'node --test', flags: ['--test-reporter=junit'],
    titleOf: (one) => oneLine(`${one.suite} > ${one.title.replaceAll('\n', '')}`) },
  { runner: 'node --test', flags: ['--test-reporter=tap'], titleOf: (one) => oneLine(`${one.suite} > ${one.title.replaceAll('\n', '\\n')}`) },
  { runner: 'borp', titleOf: byPath },
];

// A runner that allows a title once has each only once.
const withoutDoubles = (tests) => tests.filter(({ title: one }, k) => (
  tests.findIndex((other) => oneLine(other.title) === oneLine(one)) === k));

function testsOf(name, written, { isUnique }) {
  return (isUnique ? withoutDoubles(written) : written).map((one, k) => ({
    ...one, name, suite: `suite ${name}`, number: (name === 'a' ? 1000 : 2000) + k,
  }));
}

function sourceOf(tests, { body = fails }, { head, foot = '', test: testOf, suite }) {
  const texts = tests.map((one) => (
    testOf(JSON.stringify(one.title), one.result === 'failed' ? body(one) : '', one.result === 'skipped')));
  const inSuite = suite ? suite(JSON.stringify(tests[0].suite), texts.join('\n')) : texts.join('\n');
  return [head, inSuite, foot].join('\n');
}

// The second failure of one title has a number.
function numbered(titles) {
  return titles.map((one, k) => {
    const count = titles.slice(0, k + 1).filter((other) => other === one).length;
    return count > 1 ? `${one} (${count})` : one;
  });
}

async function outputOf(t, list, files, modules) {
  const runner = RUNNERS[list.runner];
  const folder = prepareFolder(temporaryFolder(t, 'nacd-titles-'), modules);
  for (const [name, tests] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, runner.file(name)), sourceOf(tests, list, runner));
  }
  const words = [...(list.flags ?? []), ...Object.keys(files).map(runner.file)];
  const args = argumentsOf(list.runner, words, modules);
  if (process.env.PRINT) console.log(folder, args.join(' '));
  return execute(process.execPath, args, {
    cwd: folder, env: { CI: '1', NO_COLOR: '1' }, timeout: 240_000,
  });
}

// `sums`: the summary also counts files, or skipped tests as passed.
function check({ stdout, stderr }, tests, { titleOf, sums }) {
  const failed = tests.filter((one) => one.result === 'failed');
  const wanted = numbered(failed.map(titleOf));
  const said = failingTests(stdout, stderr);
  const without = (all, others) => all.filter((one) => !others.includes(one));
  assert.deepEqual({ missing: without(wanted, said), more: without(said, wanted) }, { missing: [], more: [] });
  const messages = failureMessages(stdout, stderr);
  for (const one of said) {
    const numbers = failed.filter((other) => titleOf(other) === one.replace(/ \([0-9]+\)$/, '') || titleOf(other) === one);
    assert.ok(numbers.some(({ number }) => messages.get(one)?.includes(`${number}`)), `the message of ${one}`);
  }
  const { counts, named } = reportedTests(stdout, stderr);
  const count = (wantedResult) => tests.filter((one) => one.result === wantedResult).length;
  if (!sums) assert.deepEqual([counts.failed, counts.passed], [failed.length, count('passed')]);
  if (named) assert.equal([...named.values()].reduce((sum, one) => sum + one.failed, 0), failed.length);
}

let modules;
let why;
try {
  modules = path.join(runnersFolder(), 'node_modules');
} catch (error) {
  why = `the runners cannot be installed: ${String(error.message).split('\n')[0]}`;
}

describe('titles', { concurrency: 2, skip: why }, () => {
  for (const list of LISTS) {
    const { from = 20 } = RUNNERS[list.runner];
    const skip = Number(process.versions.node.split('.')[0]) < from && `needs Node.js ${from}`;
    test([list.runner, ...(list.flags ?? [])].join(' '), { skip }, async (t) => {
      t.diagnostic(`seed ${SEED}`);
      const [[first, second]] = fc.sample(fc.tuple(file, file), { numRuns: 1, seed: SEED });
      const files = { a: testsOf('a', first, RUNNERS[list.runner]), b: testsOf('b', second, RUNNERS[list.runner]) };
      check(await outputOf(t, list, files, modules), Object.values(files).flat(), list);
    });
  }
});
