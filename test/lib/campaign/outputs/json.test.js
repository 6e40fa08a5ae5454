'use strict';
// Reads recorded documents (fixtures/cli/outputs) of the JSON reporters of mocha 11, jest 30, vitest 3 and Playwright
// 1.56. All ran the same three tests: one passes, two fail. The first prints the beginning of such a document.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const {
  failingTests, failureMessages, haveTestsEnded, passedTests, passesIn, reportedTests, summariesIn,
} = require('../../../../lib/campaign/outputs/index.js');
const { FIXTURES } = require('../../../support/cli.js');

const INNER = 'remove > of a folder > should delete without a callback';
const FAILING = {
  mocha: ['top level', 'remove of a folder > should delete without a callback'],
  jest: [INNER, 'top level'],
  vitest: [INNER, 'top level'],
  playwright: ['top level', INNER],
};

function read(name) {
  const file = path.join(FIXTURES, 'outputs', name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

for (const [name, failing] of Object.entries(FAILING)) {
  const outputs = ['stdout', 'stderr'].map((stream) => read(`${name}-json.${stream}`));

  test(`the JSON reporter of ${name}`, () => {
    assert.deepEqual(failingTests(...outputs).sort(), failing.sort());
    const { counts, named } = reportedTests(...outputs);
    assert.deepEqual(counts, { total: 3, passed: 1, failed: 2, skipped: 0 });
    assert.equal(named.size, 3);
    assert.equal(passesIn(...outputs), 1);
    const messages = failureMessages(...outputs);
    assert.match(messages.get('top level'), /^Error: top "quoted" \{\n[^]*\ba\.(?:test\.|spec\.)?m?js:/);
    assert.equal(haveTestsEnded(...outputs), true);
    assert.equal(summariesIn(...outputs).json, 1);
  });

  test(`the document of ${name} among other output, and one that is cut`, () => {
    const [stdout] = outputs;
    const around = `{"stats": 1\n${stdout}\nnot ok {\n${stdout}}`;
    assert.equal(passedTests(around, ''), 2);
    assert.deepEqual(new Set(failingTests(around, '').map((title) => title.replace(' (2)', ''))), new Set(failing));
    assert.deepEqual(failingTests(stdout.slice(0, -30), ''), []);
    assert.equal(reportedTests(stdout.slice(0, -30), '').counts, undefined);
  });
}

test('a file that jest could not load, and an error of Playwright outside of all tests', () => {
  const message = '\u001b[1mCannot find module';
  const ofJest = { numTotalTests: 0, numPassedTests: 0, numFailedTests: 0 };
  const testResults = [{ assertionResults: [], name: '/app/a.test.js', status: 'failed', message }];
  const unloaded = JSON.stringify({ numFailedTestSuites: 1, ...ofJest, testResults });
  assert.deepEqual([...failureMessages(unloaded, '')], [['a.test.js > Test suite failed to run', 'Cannot find module']]);
  assert.equal(reportedTests(unloaded, '').counts.total, 0);
  const stats = { expected: 0, skipped: 0, unexpected: 0, flaky: 0 };
  const outside = JSON.stringify({ config: {}, suites: [], errors: [{ message: 'Error: no tests\nat a.js' }], stats });
  assert.deepEqual(failingTests(outside, ''), ['Error: no tests']);
});

test('values of other types in a document are not read, and do no harm', () => {
  for (const document of [{ stats: {}, passes: [null], failures: [] }, { stats: {}, passes: 1, failures: [] },
    { numTotalTestSuites: 1, numTotalTests: 1, testResults: [null, 1, { assertionResults: [{}] }] },
    { config: 1, suites: [null, { suites: 1, specs: [{ tests: 1 }] }], stats: { unexpected: 0 } }]) {
    assert.equal(reportedTests(JSON.stringify(document), '').counts, undefined, JSON.stringify(document));
  }
});
