'use strict';
// Finds in a runner's output how many tests passed. A command in which all tests fail has nothing left to delay.

const SUMMARIES = [
  /^ *([0-9]+) passing\b/gm, // mocha
  /^Tests: .*?([0-9]+) passed/gm, // jest
  /^ *Tests +.*?([0-9]+) passed/gm, // vitest
  /^ *([0-9]+) tests? passed/gm, // ava
  /^ℹ pass ([0-9]+)$/gm, // node --test, spec
  /^# pass +([0-9]+)$/gm, // TAP of node --test, mocha, tape and qunit
  /^# \{ total: [0-9]+, pass: ([0-9]+)/gm, // tap
  /^ {2}Passed: +([0-9]+)$/gm, // uvu
  /^ {2}([0-9]+) passed \(/gm, // Playwright
  /^([0-9]+) tests passed/gm, // lab
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

/**
 * Returns the number of passed tests in `text`, without colours; undefined if no summary is recognised. Several suites
 * count together: one in which all fail leaves the others.
 */
function passedIn(text) {
  const matches = SUMMARIES.flatMap((summary) => [...text.matchAll(summary)]);
  if (matches.length > 0) return matches.reduce((sum, match) => sum + Number(match[1]), 0);
  for (const difference of DIFFERENCES) {
    const { groups } = difference.exec(text) ?? {};
    if (groups) return groups.all - groups.failed;
  }
  return NONE.test(text) ? text.match(TICKS)?.length ?? 0 : undefined;
}

module.exports = { passedIn };
