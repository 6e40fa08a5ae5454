'use strict';
// Reads the spec reporter of node --test: a list of all tests, then "✖ failing tests:", then for each that failed "test
// at FILE:LINE:COLUMN" and "✖ TITLE (12ms)". The titles of its suites are in the first list only, which has the same
// order. The dot reporter writes "Failed tests:" and the same entries, without places. Without a terminal Node 20 uses
// its TAP reporter instead, which tap.js reads.
const { wordedCounts } = require('./counts.js');

const HEADING = /^(?:✖ failing tests|Failed tests):$/m;
const DURATION = String.raw`\([0-9.]+ms\)`;
// A title may have several lines. Other runners write such marks without a duration, so few lines are looked at.
const TITLE = String.raw`.+?(?:\n.+?){0,4}?`;
const ENTRY = new RegExp(String.raw`^✖ (${TITLE}) ${DURATION}( # TODO.*)?$`, 'gm');
const PARENT = /^\s*'?[0-9]+ subtests? failed'?/; // a suite fails because a test does

const LINE = new RegExp(String.raw`^( *)(?:▶ (.+)|([✔✖﹣⚠]) (${TITLE}) ${DURATION}(?: # (.*))?)$`, 'gm');

/**
 * Returns [{path, result}] of the tests in the first list. A suite begins with "▶" and ends with a line of the same
 * title, or, in older versions, with a second "▶".
 */
function listOf(text) {
  const results = [];
  const open = []; // the suites, by depth
  for (const [, indent, begins, mark, told, directive] of text.matchAll(LINE)) {
    const depth = indent.length / 2;
    const title = (begins === undefined ? told : begins.replace(new RegExp(` ${DURATION}$`), '')).trim();
    const ends = open[depth] === title && (mark !== undefined || title !== begins.trim());
    open.length = Math.min(open.length, depth); // what is open deeper has ended
    if (ends) continue;
    if (begins !== undefined) open[depth] = title;
    else results.push({ path: [...open.slice(0, depth), title], result: resultOf(mark, directive) });
  }
  return results;
}

function resultOf(mark, directive) {
  if (mark === '﹣' || /^(?:SKIP|TODO)\b/.test(directive ?? '')) return 'skipped';
  return mark === '✖' ? 'failed' : 'passed';
}

function splitAt(text) {
  const found = HEADING.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text, ''];
}

function entriesOf(text) {
  const matches = [...text.matchAll(ENTRY)];
  return matches.map(({ 0: whole, 1: title, 2: todo, index }, k) => {
    const message = text.slice(index + whole.length, matches[k + 1]?.index).replace(/^test at [^]*$/m, '');
    return { title: title.trim(), isExcused: todo !== undefined || PARENT.test(message), lines: message.split('\n') };
  });
}

function detailsOf(text) {
  const [list, failed] = splitAt(text);
  const paths = listOf(list).filter(({ result }) => result === 'failed').map(({ path }) => path);
  let from = 0;
  return entriesOf(failed).filter(({ isExcused }) => !isExcused).map(({ title, lines }) => {
    let at = from;
    while (at < paths.length && paths[at].at(-1) !== title) at += 1;
    if (at < paths.length) from = at + 1;
    return { title: (paths[at] ?? [title]).join(' > '), lines };
  });
}

const resultsOf = (text) => listOf(splitAt(text)[0]).map(({ path, result }) => ({ title: path.join(' > '), result }));

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ℹ duration_ms /m;
const FAILED = /^ℹ (?:fail|cancelled) [1-9]/m;

const SUMMARY = /^ℹ tests [0-9]+\n(?:ℹ [a-z_]+ [0-9.]+(?:\n|$))+/gm;

function countsOf(text) {
  return [...text.matchAll(SUMMARY)].map(([lines]) => (
    wordedCounts([...lines.matchAll(/^ℹ ([a-z]+) ([0-9]+)$/gm)].map(([, word, number]) => [number, word]))));
}

module.exports = { ENDED, FAILED, countsOf, detailsOf, resultsOf };
