'use strict';
// Reads the output of Playwright's test runner: "  N) [project] › FILE:LINE:COLUMN › suite › test ───", and the
// message, which is indented by more. A test that was tried again is listed once.

const { indentedEntries } = require('./entries.js');

const START = /^ {2}[0-9]+\) (?:\[[^\]]*\] › )?\S.*?:[0-9]+:[0-9]+ › (.+?)(?: ─+)?$/;

const titleOf = (line) => START.exec(line)?.[1].trim().split(' › ').join(' > ');

const detailsOf = (text) => indentedEntries(text, titleOf);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ (?:passed \(|failed$)/m;
const FAILED = /^ {2}[0-9]+ failed$/m;

module.exports = { ENDED, FAILED, detailsOf };
