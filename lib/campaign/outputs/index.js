'use strict';
// Finds the failing tests of a run in its output. Each reader looks for the marks of one format. The first that finds
// a failing test is believed.
const { stripVTControlCharacters } = require('node:util');

const { RUNNERS } = require('../../options/runners.js');
const { lastErrorLine, normalised } = require('./last-error.js');
const { passedIn } = require('./passed.js');

// Most runners can write these, too.
const COMMON = ['junit', 'tap'];
const OF_RUNNERS = RUNNERS.map(({ output }) => output).filter(Boolean);
const READERS = [...new Set([...COMMON, ...OF_RUNNERS])].map((name) => require(`./${name}.js`));

function clean(text) {
  return stripVTControlCharacters(text).replace(/\r\n?/g, '\n');
}

/** Returns the titles of the failing tests, each once. The list is empty if no format is recognised. */
function failingTests(stdout, stderr) {
  // A runner writes the whole list either to standard output or, as jest, to standard error.
  for (const text of [clean(stdout), clean(stderr)]) {
    for (const { failuresOf } of READERS) {
      const titles = failuresOf(text);
      if (titles.length > 0) return [...new Set(titles)];
    }
  }
  return [];
}

/** Returns how many tests passed; undefined if the output does not say it. */
function passedTests(stdout, stderr) {
  return passedIn(clean(stdout)) ?? passedIn(clean(stderr));
}

/** Returns the line that reports an error, without what differs from run to run; undefined if there is none. */
function errorTitle(stdout, stderr) {
  const line = lastErrorLine(clean(stderr), clean(stdout));
  return line === undefined ? undefined : normalised(line);
}

module.exports = { failingTests, passedTests, errorTitle };
