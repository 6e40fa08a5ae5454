'use strict';
// Reads recorded output (fixtures/cli/outputs) of ava 6.4, 7.0 (with colours) and 8.0. All ran the same 16 tests, whose
// titles begin alike, look like ava's own lines, have line breaks and colours, or belong to tests that log.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { failingTests, failureMessages, reportedTests } = require('../../../../lib/campaign/outputs/index.js');
const { FIXTURES } = require('../../../support/cli.js');

const MESSAGES = {
  'cache': /message: 'broken'|Error: broken/,
  'cache - second': /message: 'second'|Error: second/,
  'logs': /of it/,
  '✘ [fail]: fake': /- 1\n *\+ 2/,
  '2 tests failed': /- 1\n *\+ 2/,
  'two lines': /- +a: 1/,
  'red': /- +cache/,
  'asserts nothing': /without running any assertions/,
  'a string': /'?text'?/,
  'should fail': /expected to fail/,
  'row 1': /- 1\n *\+ 0/,
  'row 10': /- 10\n *\+ 0/,
};

// TAP counts a test that is to be written as a failure, and no skipped one in its total.
const LIST = { total: 16, passed: 2, failed: 12, skipped: 2 };
for (const [name, counts] of Object.entries({
  'ava6-titles': LIST, 'ava7-titles': LIST, 'ava8-titles': LIST,
  'ava8-titles-tap': { total: 15, passed: 2, failed: 13, skipped: 1 },
})) {
  test(`${name}: each failing test is seen by its title, with its own message`, () => {
    const text = fs.readFileSync(path.join(FIXTURES, 'outputs', `${name}.stdout`), 'utf8');
    assert.deepEqual(failingTests(text, ''), Object.keys(MESSAGES));
    const messages = failureMessages(text, '');
    for (const [title, pattern] of Object.entries(MESSAGES)) assert.match(messages.get(title), pattern, title);
    const reported = reportedTests(text, '');
    assert.deepEqual(reported.counts, counts);
    const sum = (result) => [...reported.named.values()].reduce((all, one) => all + one[result], 0);
    assert.deepEqual(['passed', 'failed', 'skipped'].map(sum), [2, 12, 2]);
  });
}
