'use strict';
// Reads JUnit XML in the output, as of node --test --test-reporter=junit or jest-junit.
const sax = require('sax');

function nameOf({ name = 'unnamed test', classname }) {
  // node --test writes "test" as every class; other runners write the suite.
  return classname && classname !== 'test' && classname !== name ? `${classname} > ${name}` : name;
}

function detailsOf(text) {
  const begin = text.search(/<testsuites?\b/);
  if (begin < 0) return [];
  const failures = [];
  const parser = sax.parser(false, { lowercase: true });
  let testcase;
  let inside; // the names of the elements in the testcase
  let lines;
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'testcase') [testcase, inside, lines] = [attributes, new Set(), []];
    else inside?.add(name);
  };
  parser.ontext = (told) => {
    if (inside?.has('failure') || inside?.has('error')) lines.push(...told.split('\n'));
  };
  parser.onclosetag = (name) => {
    if (name !== 'testcase') return;
    // For a failing TODO node --test writes both a failure and "skipped".
    const failed = inside.has('failure') || inside.has('error');
    if (failed && !inside.has('skipped')) failures.push({ title: nameOf(testcase), lines });
    inside = undefined;
  };
  // The output may be cut off, or go on after the document: what was read so far counts.
  parser.onerror = () => parser.resume();
  parser.write(text.slice(begin));
  return failures;
}

module.exports = { detailsOf };
