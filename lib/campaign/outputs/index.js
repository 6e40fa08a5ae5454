'use strict';
// Finds the failing tests of a run in its output. Each reader looks for the marks of one format. The first that finds
// a failing test is believed.
const { isDeepStrictEqual, stripVTControlCharacters } = require('node:util');

const { RUNNERS } = require('../../options/runners.js');
const { countedResults, sumOfCounts } = require('./counts.js');
const json = require('./json.js');
const { labelled } = require('./labels.js');
const { lastLine, normalised, reportedError } = require('./last-error.js');

// Most runners can write these, too.
const COMMON = ['junit', 'tap', 'json'];
const OF_RUNNERS = RUNNERS.map(({ output }) => output).filter(Boolean);
const BY_NAME = [...new Set([...COMMON, ...OF_RUNNERS])].map((name) => [name, require(`./${name}.js`)]);
const READERS = BY_NAME.map(([, reader]) => reader);
const NAMED = BY_NAME.filter(([, { ENDED }]) => ENDED); // those of which the end of a summary is known

function clean(text) {
  return stripVTControlCharacters(text).replace(/\r\n?/g, '\n');
}

// A reader has
//   detailsOf(text)   [{title, lines}] of each failure, with the lines of its message
//   outsideOf(text)   the same of errors that it books to no test, the title being the error's own line
//   countsOf(text)    [{total, passed, failed, skipped}] of each summary
//   resultsOf(text)   [{title, result}] of each test with a line of its own, if it writes one of those that pass
//   plannedIn(text)   how many tests are promised, if it writes that
//   ENDED, FAILED     match a line of the summary: it is there, and tests failed

// A runner writes the whole list either to standard output or, as jest, to standard error.
const wholeTexts = (stdout, stderr) => [clean(stdout), clean(stderr)];

// Returns the readers of the formats that are certainly in the text, since their summaries are.
const certainReaders = (text) => READERS.filter((reader) => reader.countsOf(text).length > 0);

// Calls `method` of the readers of certain formats. If these find nothing, the first that finds something is believed,
// because lines about single tests look alike in several formats.
function foundIn(text, method) {
  const able = READERS.filter((reader) => reader[method]);
  const certain = certainReaders(text).filter((reader) => reader[method]);
  const found = certain.flatMap((reader) => reader[method](text));
  if (found.length > 0) return found;
  for (const reader of able) {
    const some = reader[method](text);
    if (some.length > 0) return some;
  }
  return [];
}

// An error outside of all tests fails a run like a test does.
const outsideIn = (text) => READERS.flatMap((reader) => reader.outsideOf?.(text) ?? [])
  .map(({ title, lines }) => ({ title: normalised(title), lines }));

const detailsOfText = (text) => numbered([...foundIn(text, 'detailsOf'), ...outsideIn(text)]);

// A line break in a title is a space, and the second failure with the same title has a number: it is another test's.
function numbered(details) {
  const seen = new Map();
  return details.map(({ title, lines }) => {
    const one = title.replace(/\s+/g, ' ').trim();
    const count = (seen.get(one) ?? 0) + 1;
    seen.set(one, count);
    return { title: count > 1 ? `${one} (${count})` : one, lines };
  });
}

// Returns {title, lines} of each failure.
function detailsIn(stdout, stderr) {
  const whole = wholeTexts(stdout, stderr);
  for (const text of whole) {
    const details = detailsOfText(text);
    if (details.length > 0) return details;
  }
  return whole.flatMap(labelled).flatMap(detailsOfText);
}

/** Returns the titles of the failing tests, each once. The list is empty if no format is recognised. */
function failingTests(stdout, stderr) {
  return [...new Set(detailsIn(stdout, stderr).map(({ title }) => title))];
}

// Removes the indentation that all lines share, and empty lines at both ends.
function trimmed(lines) {
  const full = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...full.map((line) => /^ */.exec(line)[0].length));
  const text = lines.map((line) => line.slice(Math.min(indent, line.length)).trimEnd()).join('\n');
  return text.replace(/^\n+|\n+$/g, '');
}

/** Returns a map of the failing tests' messages, with their stacks, by title. Tests without a message are not in it. */
function failureMessages(stdout, stderr) {
  const messages = new Map();
  for (const { title, lines } of detailsIn(stdout, stderr)) {
    const text = trimmed(lines);
    if (text !== '' && !messages.has(title)) messages.set(title, text);
  }
  return messages;
}

// How often each result occurs, by title. undefined: these are not all tests that the summaries count.
function namedBy(results, counts) {
  if (results.length === 0 || results.length < (counts?.total ?? 0)) return undefined;
  const named = new Map();
  for (const { title, result } of results) {
    const one = title.replace(/\s+/g, ' ').trim();
    if (!named.has(one)) named.set(one, { passed: 0, failed: 0, skipped: 0 });
    named.get(one)[result] += 1;
  }
  return named;
}

const countsIn = (text) => sumOfCounts(READERS.flatMap((reader) => reader.countsOf(text)));

// jest --json writes its results twice: as a document to standard output, and to standard error as ever.
function withoutTwice([stdout, stderr]) {
  const isTwice = json.countsOf(stdout).length > 0 && isDeepStrictEqual(countsIn(stdout), countsIn(stderr));
  return isTwice ? [stdout] : [stdout, stderr];
}

/**
 * Returns what the output says of its tests, {counts, named, planned}:
 *   counts   {total, passed, failed, skipped}, the sum of all summaries; undefined: there is no summary
 *   named    a map of titles, as the lines about single tests have them, to {passed, failed, skipped}, which say how
 *            often tests of this title ended so; undefined: there is no line for each test. Without a summary it has
 *            the tests that ended until then.
 *   planned  how many tests the plans of TAP promise; undefined: there is none
 */
function reportedTests(stdout, stderr) {
  const whole = withoutTwice(wholeTexts(stdout, stderr));
  const texts = [...whole, ...whole.flatMap(labelled)];
  const counts = sumOfCounts(texts.flatMap((text) => countsIn(text) ?? []));
  const planned = texts.flatMap((text) => READERS.map((reader) => reader.plannedIn?.(text)))
    .filter((number) => number !== undefined);
  return {
    counts,
    named: namedBy(texts.flatMap((text) => foundIn(text, 'resultsOf')), counts),
    planned: planned.length > 0 ? planned.reduce((sum, number) => sum + number, 0) : undefined,
  };
}

/** Returns how many tests passed; undefined if the output does not say it. */
const passedTests = (stdout, stderr) => reportedTests(stdout, stderr).counts?.passed;

// Returns the first line that `pattern` ("ENDED" or "FAILED") of a reader matches.
function summaryLine(pattern, texts) {
  for (const text of [...texts, ...texts.flatMap(labelled)]) {
    for (const reader of READERS) {
      const match = reader[pattern]?.exec(text);
      if (match) return text.slice(match.index).split('\n')[0].trim();
    }
  }
  return undefined;
}

// One test's result by the spec reporter, which writes fractions of a millisecond, and the two lines of one in TAP.
const SPEC_RESULT = /^ *[✔✖] .+ \([0-9]+\.[0-9]+ms\)$/m;
const TAP_RESULT = [/^ *# Subtest: ./m, /^ *duration_ms: /m];

/** True if node:test has written results of tests to this output, be they all or not. */
function hasNodeTests(stdout) {
  const text = clean(stdout);
  return SPEC_RESULT.test(text) || TAP_RESULT.every((pattern) => pattern.test(text));
}

/** True if a test runner has written that all its tests ended. */
function haveTestsEnded(stdout, stderr) {
  return summaryLine('ENDED', wholeTexts(stdout, stderr)) !== undefined;
}

// As the pattern, also behind other text and before it: what several processes write may meet in one line.
const loose = (source) => source.replace(/^\^|\$$/g, '');

/**
 * Returns the number of test runners' summaries by the name of their format; several lines of one count too. `loosely`:
 * also those that do not stand alone in their lines.
 */
function summariesIn(stdout, stderr, { loosely = false } = {}) {
  const whole = wholeTexts(stdout, stderr);
  const texts = loosely ? whole : [...whole, ...whole.flatMap(labelled)];
  const counts = {};
  for (const [name, { ENDED }] of NAMED) {
    const pattern = new RegExp(loosely ? loose(ENDED.source) : ENDED.source, 'gm');
    const count = texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** Returns the number of lines about one test that passed. */
function passesIn(stdout, stderr) {
  const results = withoutTwice(wholeTexts(stdout, stderr)).flatMap((text) => foundIn(text, 'resultsOf'));
  return countedResults(results).passed;
}

/** Returns the line of a test runner's summary that says that something failed; undefined if there is none. */
function failureLine(stdout, stderr) {
  return summaryLine('FAILED', wholeTexts(stdout, stderr));
}

/**
 * Returns the title of a run that failed without a failing test: the line with the error, or else the runner's count of
 * failed tests, or else the last line of standard error. Numbers, times and paths that change between runs are left
 * out. Undefined if none of these was written.
 */
function errorTitle(stdout, stderr) {
  const line = reportedError(clean(stderr), clean(stdout)) ?? failureLine(stdout, stderr) ?? lastLine(clean(stderr));
  return line === undefined ? undefined : normalised(line);
}

module.exports = {
  failingTests, failureLine, failureMessages, hasNodeTests, haveTestsEnded, passedTests, passesIn, reportedTests,
  summariesIn, errorTitle,
};
