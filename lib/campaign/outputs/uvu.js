'use strict';
// Reads uvu's output: '   FAIL  suite  "test"', and the message and the stack, which are indented by more.
const { countsOfNumbers, matchedCounts } = require('./counts.js');
const { indentedEntries } = require('./entries.js');

const START = /^ {3}FAIL {2}(?:([^\s"].*?) {2})?"/;

function titleOf(line) {
  const [whole, suite] = START.exec(line);
  const name = line.slice(whole.length).trim().replace(/"$/, '');
  return suite ? `${suite} > ${name}` : name;
}

const ENTRY = { start: START, isEnd: (title) => title.endsWith('"'), titleOf };

const detailsOf = (text) => indentedEntries(text, ENTRY);

// A line of the summary, which is written after the last test, and one of a suite in which a test failed.
const ENDED = /^ {2}Total: +[0-9]+$/m;
const FAILED = /^.*✘.* \([0-9]+ \/ [0-9]+\)$/m;

const LINES = ['Total: +(?<total>[0-9]+)', 'Passed: +(?<passed>[0-9]+)', 'Skipped: +(?<skipped>[0-9]+)'];
const SUMMARY = new RegExp(`^ {2}${LINES.join('\n {2}')}$`, 'gm');

// The total does not contain the skipped tests.
function countsOf(text) {
  return matchedCounts(text, SUMMARY).map(({ total, passed, skipped }) => countsOfNumbers({
    passed, skipped, failed: total - passed,
  }));
}

module.exports = { ENDED, FAILED, countsOf, detailsOf };
