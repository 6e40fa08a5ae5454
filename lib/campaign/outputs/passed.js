'use strict';
// Finds in a runner's output how many tests passed. A command in which all tests fail has nothing left to delay.

const SUMMARIES = [
  /^ *([0-9]+) passing\b/m, // mocha
  /^Tests: .*?([0-9]+) passed/m, // jest
  /^ *Tests +.*?([0-9]+) passed/m, // vitest
  /^ *([0-9]+) tests? passed/m, // ava
  /^ℹ pass ([0-9]+)$/m, // node --test, spec
  /^# pass +([0-9]+)$/m, // TAP of node --test, mocha, tape and qunit
  /^# \{ total: [0-9]+, pass: ([0-9]+)/m, // tap
  /^ {2}Passed: +([0-9]+)$/m, // uvu
  /^ {2}([0-9]+) passed \(/m, // Playwright
  /^([0-9]+) tests passed/m, // lab
];
// Summaries of all tests and of those that failed.
const DIFFERENCES = [
  /^(?<all>[0-9]+) specs?, (?<failed>[0-9]+) failures?/m, // jasmine
  /^(?<failed>[0-9]+) of (?<all>[0-9]+) tests failed/m, // lab
];
// A summary without a number of passed tests, such as jest's "Tests: 0 total" and vitest's "Tests  no tests", which is
// all of them that could not be loaded.
const NONE = new RegExp([
  '^Tests: .*[0-9]+ total$', '^ *Tests +(?:no tests|[0-9]+ .*\\([0-9]+\\))$', '^ *[0-9]+ tests? failed$',
  '^ *[0-9]+ failing$', '^ {2}[0-9]+ failed$', '^ *[0-9]+ uncaught exceptions?$',
].join('|'), 'm');

const TICKS = /^ *[✔✓] /gm; // ava counts only the tests that failed

/** Returns the number of passed tests in `text`, without colours; undefined if no summary is recognised. */
function passedIn(text) {
  for (const summary of SUMMARIES) {
    const match = summary.exec(text);
    if (match) return Number(match[1]);
  }
  for (const difference of DIFFERENCES) {
    const { groups } = difference.exec(text) ?? {};
    if (groups) return groups.all - groups.failed;
  }
  return NONE.test(text) ? text.match(TICKS)?.length ?? 0 : undefined;
}

module.exports = { passedIn };
