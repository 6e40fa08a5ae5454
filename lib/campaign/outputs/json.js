'use strict';
// Reads the documents that the JSON reporters of mocha, jest, vitest and Playwright write, wherever they are in the
// output. A document that is cut off says nothing.
const { stripVTControlCharacters } = require('node:util');

const { parsedJson } = require('../../trace/json.js');
const { countsOfNumbers } = require('./counts.js');

const BEGIN = /\{\s*"(?:stats|numFailedTestSuites|numTotalTestSuites|config)":/g;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/gs;

const MOST_CUT = 5; // each is looked through to the end of the output

const linesOf = (messages) => messages.flatMap((text) => stripVTControlCharacters(String(text ?? '')).split('\n'));
const joined = (titles) => titles.filter((title) => typeof title === 'string' && title !== '').join(' > ');
const listOf = (value) => (Array.isArray(value) ? value : []);

// mocha: a list for each result. A full title is that of the suites and the test, with spaces between.
function ofMocha({ stats, passes, failures, pending }) {
  const as = (result) => ({ title = '', fullTitle = title, err }) => {
    const suites = fullTitle.endsWith(title) ? fullTitle.slice(0, fullTitle.length - title.length).trim() : '';
    return { title: joined([suites, title]), result, lines: linesOf([err?.stack ?? err?.message]) };
  };
  const tests = [...passes.map(as('passed')), ...failures.map(as('failed')), ...listOf(pending).map(as('skipped'))];
  return { tests, counts: { passed: stats.passes, failed: stats.failures, skipped: stats.pending } };
}

const RESULTS_OF_JEST = { passed: 'passed', failed: 'failed' };
const UNLOADED = 'Test suite failed to run';

// jest, and vitest in the same form. A file that could not be loaded has a message and no tests.
function ofJest({ testResults, ...numbers }) {
  const tests = testResults.flatMap(({ assertionResults, name = '', status, message }) => {
    const own = listOf(assertionResults);
    if (own.length === 0 && status === 'failed') {
      const title = joined([name.split(/[\\/]/).at(-1), UNLOADED]);
      return { title, result: 'failed', lines: linesOf([message]), outside: true };
    }
    return own.map(({ ancestorTitles, title, status: result, failureMessages }) => ({
      title: joined([...listOf(ancestorTitles), title]), result: RESULTS_OF_JEST[result] ?? 'skipped',
      lines: linesOf(listOf(failureMessages)),
    }));
  });
  const { numTotalTests: total, numPassedTests: passed, numFailedTests: failed } = numbers;
  return { tests, counts: { passed, failed, skipped: total - passed - failed } };
}

const RESULTS_OF_PLAYWRIGHT = { expected: 'passed', flaky: 'passed', unexpected: 'failed' };

// Playwright: suites of suites; the outermost are files. A test has a result for each time that it was tried.
function ofPlaywright({ suites, stats, errors }) {
  const within = (suite, above) => [
    ...listOf(suite.specs).flatMap(({ title, tests }) => listOf(tests).map(({ status, results }) => ({
      title: joined([...above, title]), result: RESULTS_OF_PLAYWRIGHT[status] ?? 'skipped',
      lines: linesOf(listOf(listOf(results).at(-1)?.errors).map(({ message }) => message)),
    }))),
    ...listOf(suite.suites).flatMap((inner) => within(inner, [...above, inner.title])),
  ];
  const outside = listOf(errors).map(({ message }) => linesOf([message]))
    .map(([title, ...lines]) => ({ title, result: 'failed', lines, outside: true }));
  const { expected = 0, flaky = 0, unexpected: failed, skipped } = stats;
  const tests = suites.flatMap((file) => within(file, []));
  return { tests: [...tests, ...outside], counts: { passed: expected + flaky, failed, skipped } };
}

// A program may print anything that begins like a document. Returns undefined for what has another form.
function readDocument(document) {
  const { stats, passes, testResults, suites } = document;
  try {
    if (testResults) return ofJest(document);
    if (stats && passes) return ofMocha(document);
    return stats && suites ? ofPlaywright(document) : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

// Returns the end of the object that begins at `begin`; undefined if it is cut off.
function endOf(text, begin) {
  TOKEN.lastIndex = begin;
  let depth = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    depth += { '{': 1, '}': -1 }[token[0]] ?? 0;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return undefined;
}

function readAll(text) {
  const found = [];
  let end = 0;
  let cut = 0;
  for (const { index } of text.matchAll(BEGIN)) {
    if (index < end) continue;
    const last = endOf(text, index);
    if (last === undefined && ++cut === MOST_CUT) break;
    const document = last && parsedJson(text.slice(index, last));
    const read = document && readDocument(document);
    if (!read || !Object.values(read.counts).every(Number.isInteger)) continue;
    end = last;
    found.push(read);
  }
  return found;
}

// Each question about an output reads it anew, and a document may have megabytes.
let latest = { text: '', documents: [] };

function documentsIn(text) {
  if (latest.text !== text) latest = { text, documents: readAll(text) };
  return latest.documents;
}

const testsIn = (text) => documentsIn(text).flatMap(({ tests }) => tests);

const detailsOf = (text) => testsIn(text).filter(({ result }) => result === 'failed');

const resultsOf = (text) => testsIn(text).filter(({ outside }) => !outside);

const countsOf = (text) => documentsIn(text).map(({ counts }) => countsOfNumbers(counts));

// The numbers of a document, which is written after the last test.
const ENDED = /"numTotalTests": ?[0-9]+|"stats": ?\{\s*"(?:suites|startTime)":/m;

module.exports = { ENDED, countsOf, detailsOf, resultsOf };
