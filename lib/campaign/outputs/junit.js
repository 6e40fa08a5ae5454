'use strict';
// Reads JUnit XML in the output, as of node --test --test-reporter=junit or jest-junit.
const sax = require('sax');

const { countedResults } = require('./counts.js');

// node --test writes "test" as every class, and suites inside of suites; other runners write the suite as the class. It
// escapes quotation marks twice.
function nameOf({ name = 'unnamed test', classname }, suites) {
  if (classname === 'test') return [...suites, name].join(' > ').replaceAll('&quot;', '"');
  return classname && classname !== name ? `${classname} > ${name}` : name;
}

// Returns {title, result, lines} of each test in the document, and whether its end is there.
function readDocument(text) {
  const tests = [];
  const suites = [];
  const parser = sax.parser(false, { lowercase: true });
  let open; // the testcase: {attributes, inside: names of its elements, lines}
  let isWhole = false;
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'testsuite') suites.push(attributes.name ?? '');
    if (name === 'testcase') open = { attributes, inside: new Set(), lines: [] };
    else open?.inside.add(name);
  };
  parser.ontext = (told) => {
    if (open?.inside.has('failure') || open?.inside.has('error')) open.lines.push(...told.split('\n'));
  };
  parser.onclosetag = (name) => {
    if (name === 'testsuite') suites.pop();
    isWhole ||= name === 'testsuites' || (name === 'testsuite' && suites.length === 0);
    if (name !== 'testcase') return;
    tests.push({ title: nameOf(open.attributes, suites), result: resultOf(open.inside), lines: open.lines });
    open = undefined;
  };
  // The output may be cut off, or go on after the document: what was read so far counts.
  parser.onerror = () => parser.resume();
  parser.write(text);
  return { tests, isWhole };
}

// For a failing TODO node --test writes both a failure and "skipped".
function resultOf(inside) {
  if (inside.has('skipped')) return 'skipped';
  return inside.has('failure') || inside.has('error') ? 'failed' : 'passed';
}

function documentIn(text) {
  const begin = text.search(/<testsuites?\b/);
  return begin < 0 ? { tests: [], isWhole: false } : readDocument(text.slice(begin));
}

const detailsOf = (text) => documentIn(text).tests.filter(({ result }) => result === 'failed');

const resultsOf = (text) => documentIn(text).tests;

function countsOf(text) {
  const { tests, isWhole } = documentIn(text);
  return isWhole ? [countedResults(tests)] : [];
}

module.exports = { countsOf, detailsOf, resultsOf };
