'use strict';
// Reads mocha's output. Its reporters spec, dot, list and similar end with "N failing" and a numbered list of titles,
// with one line a suite:
//     1) Array
//          #indexOf()
//            should return -1:
const { matchedCounts } = require('./counts.js');
const { markedResults } = require('./tree.js');

const START = /^ {2}([0-9]+)\) (.+)$/;

// Each title is indented by two more than the one before it, and may begin with spaces. A suite's own title may end
// with a colon.
const isTitle = (line, level) => /^ *(?=\S)/.exec(line ?? '')?.[0].length >= 5 + 2 * level;
// Below the titles the message is indented by five, and the stack by six. A title's own further lines are not.
const isMessage = (line) => line === '' || /^ {5}/.test(line);

function addTitle(titles, line, isStart) {
  if (isStart || isTitle(line, titles.length)) titles.push(line.trim());
  else titles.push(`${titles.pop()} ${line.trim()}`);
}

function detailsIn(lines) {
  const failures = [];
  let titles; // of the entry being read, until the last line of it, which ends with a colon
  for (const [k, line] of lines.entries()) {
    const start = titles ? null : START.exec(line);
    if (start) titles = [];
    if (!titles) {
      failures.at(-1)?.lines.push(line);
      continue;
    }
    addTitle(titles, start ? start[2] : line, start !== null);
    const next = lines[k + 1];
    if (!/:$/.test(line) || isTitle(next, titles.length) || !isMessage(next ?? '')) continue;
    failures.push({ title: titles.filter(Boolean).join(' > ').replace(/:$/, ''), lines: [] });
    titles = undefined;
  }
  return failures;
}

const SUMMARY = new RegExp([
  String.raw`^ *(?<passed>[0-9]+) passing\b.*`, String.raw`(?:\n *(?<skipped>[0-9]+) pending)?`,
  String.raw`(?:\n *(?<failed>[0-9]+) failing)?$`,
].join(''), 'gm');
const LIST = /^ {2}[0-9]+ failing$/m;

// Several suites may have written their lists, each up to the summary of the next.
function detailsOf(text) {
  const begins = [...text.matchAll(SUMMARY)].map(({ index }) => index);
  const parts = begins.length > 0 ? begins.map((begin, k) => text.slice(begin, begins[k + 1])) : [text];
  return parts.flatMap((part) => {
    const begin = LIST.exec(part);
    return begin ? detailsIn(part.slice(begin.index).split('\n').slice(1)) : [];
  });
}

const countsOf = (text) => matchedCounts(text, SUMMARY);

// Below a summary the numbers are those of the list of failures.
const TEST = /^ {2,}(?:(?<passed>[✔✓√])|(?<failed>[0-9]+\))|(?<skipped>-)) (?<title>.*)$/gm;

function resultsOf(text) {
  if (!/^ {2,}[✔✓√] |^ +[0-9]+ passing\b/m.test(text)) return [];
  const parts = text.split(/^(?= {2}[0-9]+ (?:passing \(|failing$))/m);
  return parts.filter((part) => !LIST.test(part)).flatMap((part) => markedResults(part, TEST));
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ passing \(/m;
const FAILED = /^ {2}[0-9]+ failing$/m;

module.exports = { ENDED, FAILED, countsOf, detailsOf, resultsOf };
