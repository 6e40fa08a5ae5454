'use strict';
// Reads ava's output. A line of each test, "  ✘ [fail]: title message" (older versions: "✖"), comes first, then a
// section of each failure: the title, an empty line unless the test has logged something, and the message. Nothing
// separates the message from the title in the first, so the title is taken from the section. Both lists have one order.
const { countedResults, countsOfNumbers } = require('./counts.js');

const MARK = /^ {2}(?:([✔✓])|([✘✖]) \[(?:fail|unexpected pass)\]:|- \[(?:skip|todo)\]) (.+)$/;

// Two empty lines are between sections, and the first is below a line.
function isHeading(lines, at) {
  const isEmpty = (k) => lines[k]?.trim() === '';
  if (!/^ {2}\S/.test(lines[at]) || !isEmpty(at - 1)) return false;
  return isEmpty(at + 1) || isEmpty(at - 2) || LINE.test(lines[at - 2]);
}

// The sections of failures are between two such lines, and the summary is below the second.
const LINE = /^ {2}─+$/;
const SECTIONS = /^ {2}─+\n\n(?! {2}[0-9]+ )[^]*?^ {2}─+$/gm;
const withoutSections = (text) => text.replace(SECTIONS, '');

const isTitleOf = (title, marked) => marked === title || marked.startsWith(`${title} `);

function marksOf(text) {
  const marks = withoutSections(text).split('\n').map((line) => MARK.exec(line)).filter(Boolean);
  return marks.map(([, passed, failed, title]) => ({
    title: title.trim(), result: passed ? 'passed' : failed ? 'failed' : 'skipped',
  }));
}

// Returns the marks, those of failures with their own titles, and with the place of their sections, {begin}.
function testsIn(text) {
  const lines = text.split('\n');
  const headings = [...lines.keys()].filter((at) => isHeading(lines, at));
  let from = 0;
  return marksOf(text).map((mark) => {
    if (mark.result !== 'failed') return mark;
    let k = from;
    while (k < headings.length && !isTitleOf(lines[headings[k]].trim(), mark.title)) k += 1;
    if (k === headings.length) return mark;
    from = k + 1;
    return { ...mark, title: lines[headings[k]].trim(), begin: headings[k] };
  });
}

function detailsOf(text) {
  const lines = text.split('\n');
  const failures = testsIn(text).filter(({ result }) => result === 'failed');
  return failures.map(({ title, begin }, k) => {
    const next = failures[k + 1]?.begin;
    return { title, lines: begin === undefined ? [] : upToEnd(lines.slice(begin + 1, next)) };
  });
}

// The error is below an empty line.
const OUTSIDE = /^ {2}(?:Uncaught exception|Unhandled rejection) in .+\n\n {2}(?=\S)/gm;
const NEXT = /^ {2}(?:[✔✓✘✖-] |─)/;

function outsideOf(text) {
  return [...text.matchAll(OUTSIDE)].map(({ 0: heading, index }) => {
    const lines = text.slice(index + heading.length).split('\n');
    const end = lines.findIndex((line) => NEXT.test(line) || END.test(line));
    return { title: lines[0], lines: end < 0 ? lines : lines.slice(0, end) };
  });
}

const END = /^ {2}(?:─+|[0-9]+ (?:tests?|known|uncaught|unhandled) .+)$/;

function upToEnd(lines) {
  const end = lines.findIndex((line) => END.test(line));
  return end < 0 ? lines : lines.slice(0, end);
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ tests? (?:passed|failed)$/m;
const FAILED = /^ {2}[0-9]+ (?:tests? failed|uncaught exceptions?|unhandled rejections?)$/m;

const SUMMARY = new RegExp(`${ENDED.source}|${FAILED.source}`, 'm');
const sumOf = (text, what) => [...text.matchAll(new RegExp(`^ {2}([0-9]+) tests? ${what}$`, 'gm'))]
  .reduce((sum, [, number]) => sum + Number(number), 0);

// The summary has the number of tests that passed only if none failed.
function countsOf(text) {
  if (!SUMMARY.test(text)) return [];
  const { passed } = countedResults(testsIn(text));
  const rest = withoutSections(text);
  return [countsOfNumbers({
    passed: Math.max(passed, sumOf(rest, 'passed')), failed: sumOf(rest, 'failed'),
    skipped: sumOf(rest, '(?:skipped|todo)'),
  })];
}

module.exports = { ENDED, FAILED, countsOf, detailsOf, outsideOf, resultsOf: testsIn };
