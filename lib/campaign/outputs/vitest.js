'use strict';
// Reads vitest's output: " FAIL  test/a.test.js > suite > test". In a workspace "|project| " precedes the file. If the
// file could not be run, the line has the file alone. Tests that fail with the same error have their lines together,
// and the error once below them.
const { wordedCounts } = require('./counts.js');
const { markedResults } = require('./tree.js');

const START = /^ (?:FAIL|❯ FAIL) {2}(?:\|[^|]*\| )?(.+)$/;

function detailsOf(text) {
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const match = START.exec(line);
    if (match) {
      const [file, ...titles] = match[1].trim().split(' > ');
      const shared = isInside ? failures.at(-1).lines : [];
      shared.length = 0; // further lines of a title: its first one is enough
      failures.push({ title: titles.length > 0 ? titles.join(' > ') : file, lines: shared });
    }
    isInside = match !== null || (isInside && !line.startsWith('⎯⎯'));
    if (isInside && !match) failures.at(-1).lines.push(line);
  }
  return failures;
}

const OUTSIDE = /^⎯+ (?:Uncaught|Unhandled) (?!Errors)[A-Z][\w ]* ⎯+\n(?=\S)/gm;

function outsideOf(text) {
  return [...text.matchAll(OUTSIDE)].map(({ 0: heading, index }) => {
    const lines = text.slice(index + heading.length).split('\n');
    const end = lines.findIndex((line) => line.startsWith('⎯⎯'));
    return { title: lines[0], lines: end < 0 ? lines : lines.slice(0, end) };
  });
}

const SUMMARY = /^ *Tests +(?:no tests|([0-9].*) \(([0-9]+)\))(?=\n|$)/gm;

function countsOf(text) {
  return [...text.matchAll(SUMMARY)].map(([, numbers = '', total = 0]) => (
    wordedCounts([...numbers.split(' | ').map((part) => part.split(' ')), [total, 'total']])));
}

// The list of a file's tests, which vitest writes if it is alone, if one of them fails, or with a reporter of its own.
// A line about a file ends with the number of its tests.
const MARKS = '(?:(?<passed>[✓√])|(?<failed>[×✗])|(?<skipped>[↓·□]))';
const TEST = new RegExp(String.raw`^ +${MARKS} (?<title>(?!.* \([0-9]+ tests?\b).*?)(?: [0-9]+ms)?$`, 'gm');

const resultsOf = (text) => markedResults(text, TEST);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ +Duration {2}/m;
const FAILED = /^ +(?:Test Files|Tests|Errors) {2}[0-9]+ (?:failed|error)/m;

module.exports = { ENDED, FAILED, countsOf, detailsOf, outsideOf, resultsOf };
