'use strict';
// Reads jest's output: "  ● suite › test" before each failure, and again in the summary of a long output. All files
// that cannot be loaded have one text, so the name of the file is a part of their title.
const { wordedCounts } = require('./counts.js');
const { markedResults } = require('./tree.js');

const UNLOADED = 'Test suite failed to run';
const FILE = /^FAIL (.+?)(?: \([0-9][^()]*\))?$/;

const titleOf = (text, file) => (text === UNLOADED && file ? `${file} > ${text}` : text.split(' › ').join(' > '));

// jest shows what a file printed below the same mark.
const isPrinted = (title, lines, at) => title === 'Console' && /^ {4}console\./.test(lines.slice(at + 1, at + 4).find(Boolean) ?? '');

function detailsOf(text) {
  if (!/^(FAIL|Tests:|Test Suites:) /m.test(text)) return [];
  const [list] = text.split(/^Summary of all failing tests$/m); // they are listed again
  const failures = [];
  let isInside = false;
  let file;
  const lines = list.split('\n');
  for (const [at, line] of lines.entries()) {
    file = FILE.exec(line)?.[1].trim() ?? file;
    const title = /^ {2}● (.+)$/.exec(line)?.[1].trim();
    const isTitle = title !== undefined && !isPrinted(title, lines, at);
    const isMore = isInside && /^\S/.test(line) && failures.at(-1).lines.length === 0; // of a title with several lines
    if (title !== undefined || (/^\S/.test(line) && !isMore)) isInside = isTitle;
    if (isTitle) failures.push({ title: titleOf(title, file), lines: [] });
    else if (isMore) failures.at(-1).title += ` ${line}`;
    else if (isInside) failures.at(-1).lines.push(line);
  }
  return failures;
}

const SUMMARY = /^Tests: +(.+ total)$/gm;

function countsOf(text) {
  return [...text.matchAll(SUMMARY)].map(([, numbers]) => (
    wordedCounts(numbers.split(', ').map((part) => part.split(' ')))));
}

// The list of a file's tests, which jest writes if it is alone or with --verbose.
const TEST = /^ {2,}(?:(?<passed>[✓√])|(?<failed>[✕×])|(?<skipped>○ skipped|✎ todo)) (?<title>.*)$/gm;

const resultsOf = (text) => markedResults(text, TEST);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^Ran all test suites/m;
const FAILED = /^(?:Tests|Test Suites): +[0-9]+ failed/m;

module.exports = { ENDED, FAILED, countsOf, detailsOf, resultsOf };
