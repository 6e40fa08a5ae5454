'use strict';
// Reads the output of @hapi/lab: "Failed tests:", then "  N) " with a full name and a colon, the message and the stack.
const { countsOfNumbers, matchedCounts } = require('./counts.js');
const { entriesBelow } = require('./entries.js');

const isMessage = (line, title) => title.endsWith(':') && (line === '' || /^ {6}/.test(line));

function detailsOf(text) {
  const entries = entriesBelow(text, /^Failed tests:$/, { start: /^ {2}[0-9]+\) (.*)$/, isMessage });
  return entries.map(({ title, lines }) => ({ title: title.replace(/:$/, ''), lines }));
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^(?:[0-9]+ of [0-9]+ tests failed|[0-9]+ tests? (?:passed|complete))/m;
const FAILED = /^[0-9]+ of [0-9]+ tests failed/m;

const ALL_PASSED = /^(?<passed>[0-9]+) tests? (?:passed|complete)(?: \((?<skipped>[0-9]+) skipped)?/gm;
const SOME_FAILED = /^(?<failed>[0-9]+) of (?<total>[0-9]+) tests failed(?: \((?<skipped>[0-9]+) skipped)?/gm;

// Its total does not contain the skipped tests.
const withPassed = ({ total, failed, skipped }) => countsOfNumbers({ passed: total - failed, failed, skipped });

const countsOf = (text) => [...matchedCounts(text, ALL_PASSED), ...matchedCounts(text, SOME_FAILED).map(withPassed)];

module.exports = { ENDED, FAILED, countsOf, detailsOf };
