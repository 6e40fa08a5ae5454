'use strict';
// Reads JUnit XML in the output, as of node --test --test-reporter=junit or jest-junit.
const sax = require('sax');

function nameOf({ name = 'unnamed test', classname }) {
  // node --test writes "test" as every class; other runners write the suite.
  return classname && classname !== 'test' && classname !== name ? `${classname} > ${name}` : name;
}

function failuresOf(text) {
  const begin = text.search(/<testsuites?\b/);
  if (begin < 0) return [];
  const failures = [];
  const parser = sax.parser(false, { lowercase: true });
  let testcase;
  let inside; // the names of the elements in the testcase
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'testcase') [testcase, inside] = [attributes, new Set()];
    else inside?.add(name);
  };
  parser.onclosetag = (name) => {
    if (name !== 'testcase') return;
    // For a failing TODO node --test writes both a failure and "skipped".
    const failed = inside.has('failure') || inside.has('error');
    if (failed && !inside.has('skipped')) failures.push(nameOf(testcase));
    inside = undefined;
  };
  // The output may be cut off, or go on after the document: what was read so far counts.
  parser.onerror = () => parser.resume();
  parser.write(text.slice(begin));
  return failures;
}

module.exports = { failuresOf };
