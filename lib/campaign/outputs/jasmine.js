'use strict';
// Reads jasmine's output: "Failures:", then "N) " with a full name, and the message and the stack, which are indented.
const { matchedCounts } = require('./counts.js');
const { entriesBelow } = require('./entries.js');

const isMessage = (line) => /^ {2}\S/.test(line);

const detailsOf = (text) => entriesBelow(text, /^Failures:$/, { start: /^[0-9]+\) (.*)$/, isMessage });

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^[0-9]+ specs?, [0-9]+ failures?/m;
const FAILED = /^[0-9]+ specs?, [1-9][0-9]* failures?/m;

const SUMMARY = /^(?<total>[0-9]+) specs?, (?<failed>[0-9]+) failures?(?:, (?<skipped>[0-9]+) pending)?/gm;

function countsOf(text) {
  return matchedCounts(text, SUMMARY).map(({ total, failed, skipped }) => (
    { total, passed: total - failed - skipped, failed, skipped }));
}

module.exports = { ENDED, FAILED, countsOf, detailsOf };
