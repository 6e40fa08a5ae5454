'use strict';
// Reads the output of Playwright's test runner: "  N) [project] › FILE:LINE:COLUMN › suite › test ───", and the
// message, which is indented by more. A test that was tried again is listed once.
const { wordedCounts } = require('./counts.js');
const { indentedEntries } = require('./entries.js');

const START = /^ {2}[0-9]+\) (?:\[[^\]]*\] › )?\S.*?:[0-9]+:[0-9]+ › /;

const titleOf = (line) => line.replace(START, '').replace(/ ─+ *$/, '').trim().split(' › ').join(' > ');

const ENTRY = { start: START, isEnd: (title) => / (?:─+ *)?$/.test(title), titleOf };

const detailsOf = (text) => indentedEntries(text, ENTRY);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ (?:passed \(|failed$)/m;
const FAILED = /^ {2}[0-9]+ failed$/m;

const SUMMARY = /^ {2}([0-9]+) (failed|interrupted|flaky|skipped|passed)(?: \([^()]*\))?$/gm;

function countsOf(text) {
  const pairs = [...text.matchAll(SUMMARY)].map(([, number, word]) => [number, word]);
  return pairs.length > 0 ? [wordedCounts(pairs)] : [];
}

module.exports = { ENDED, FAILED, countsOf, detailsOf };
