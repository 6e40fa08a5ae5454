'use strict';
// JUnit XML in the output (node --test --test-reporter=junit, jest-junit and others on standard output).
const sax = require('sax');

function nameOf({ name = 'unnamed test', classname }) {
  // node --test calls every class "test"; others put the suite there.
  return classname && classname !== 'test' && classname !== name ? `${classname} > ${name}` : name;
}

function failuresOf(text) {
  const begin = text.search(/<testsuites?\b/);
  if (begin < 0) return [];
  const failures = [];
  const parser = sax.parser(false, { lowercase: true });
  let testcase;
  let inside; // the names of the elements in it
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'testcase') [testcase, inside] = [attributes, new Set()];
    else inside?.add(name);
  };
  parser.onclosetag = (name) => {
    if (name !== 'testcase') return;
    // node --test writes a failure and "skipped" for a failing TODO.
    const failed = inside.has('failure') || inside.has('error');
    if (failed && !inside.has('skipped')) failures.push(nameOf(testcase));
    inside = undefined;
  };
  // Output that was cut off, or text after the document, is no reason to give up what was read.
  parser.onerror = () => parser.resume();
  parser.write(text.slice(begin));
  return failures;
}

module.exports = { failuresOf };
