'use strict';
// Reads TAP, versions 12 to 14, with nested subtests as tap, tape, brittle and node --test write them.
const { matchedCounts, wordedCounts } = require('./counts.js');

const RESULT = /^( *)(not ok|ok)\b(?: +[0-9]+)?(?: +- )? *(.*)$/;
const ABOUT = /^ *(?:duration_ms|type|location|failureType):/; // in the YAML, not about the failure
const SUBTEST = /^( *)# Subtest: (.*)$/;
// tape and brittle write a test's title so, before its assertions. Skipped tests look alike, and so does the summary,
// which is below the plan.
const TEST = /^# (?!SKIP |TODO )(.+)$/;
const SUMS = /^# (?:(?:tests|pass|fail|ok|skip|todo|time|asserts)(?: *[=0-9]|$)|not ok$)/;
const PLAN = /^1\.\.[0-9]+\b/;
// The YAML begins below a title, which may have several lines.
const YAML = /^ *---$/;
const MOST_TITLE_LINES = 10;

// A title may contain such words itself. Runners that mark them escape the "#" of titles, or put the mark first.
const DIRECTIVE = /(?:^|[^\\])# *(TODO|SKIP)\b/i;
const isExcused = (title) => DIRECTIVE.test(title);
// ava counts these as failures.
const isBareTodo = ({ told, lines }) => / # TODO$/.test(told) && lines.length === 0;

function titleOf(text) {
  return text.replace(/ +# time *=.*$/, '').replace(/\\([\\#])/g, '$1').trim();
}

const isResult = (line) => RESULT.test(line) || SUBTEST.test(line) || /^#|^ *1\.\.[0-9]/.test(line);

// Returns the lines of the message below the result at `at`: a YAML document, or, as mocha writes it, indented lines.
// Comments that are no titles come first: what the test has logged.
function messageAfter(lines, at, titled) {
  if (!titled) while (/^# /.test(lines[at + 1]) && !SUBTEST.test(lines[at + 1])) at += 1;
  let next = at + 1;
  while (next < lines.length && !isResult(lines[next])) next += 1;
  const below = lines.slice(at + 1, next);
  const begin = below.slice(0, MOST_TITLE_LINES).findIndex((line) => YAML.test(line));
  const end = below.findIndex((line) => line.trim() === '...');
  if (begin >= 0) return below.slice(begin + 1, end < 0 ? begin + 40 : end).filter((line) => !ABOUT.test(line));
  const rest = below.findIndex((line) => !/^ {2}|^$/.test(line));
  return rest < 0 ? below : below.slice(0, rest);
}

/**
 * Returns {path, isGood, told, lines, test} of each result that is not only the sum of those inside of it: a parent
 * fails because a child does, so only the innermost is taken. `test` is the same for results of one test.
 */
function innermostOf(text) {
  const results = [];
  const inside = []; // by depth: whether results were nested in the one to come, and one of them failed
  let open = []; // titles of the subtests that contain the line, by depth
  let test = 0;
  let isPlanned = false;
  // tap and node --test name subtests by comments of another kind, and ava writes none before the first result.
  const titled = /^TAP version 1[34]$(?:\n(?!ok\b|not ok\b).*)*?\n# /m.test(text) && !/^ *# Subtest: /m.test(text);
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const subtest = SUBTEST.exec(line);
    isPlanned = PLAN.test(line) || (isPlanned && !line.startsWith('TAP version'));
    const named = subtest ?? (titled && !(isPlanned && SUMS.test(line)) && TEST.exec(line));
    if (named) {
      open = subtest ? [...open.slice(0, subtest[1].length / 4), titleOf(subtest[2])] : [titleOf(named[1])];
      test += 1;
      continue;
    }
    const result = RESULT.exec(line);
    if (!result) continue;
    const depth = Math.floor(result[1].length / 4);
    const isGood = result[2] === 'ok';
    const nested = inside[depth];
    inside.length = Math.min(inside.length, depth);
    for (let above = 0; above < depth; above++) inside[above] = { failed: inside[above]?.failed || !isGood };
    if (nested && (isGood || nested.failed)) continue;
    const title = titleOf(result[3]) || 'unnamed test';
    const path = titled ? open.filter((one) => one !== title) : open.slice(0, depth);
    const whole = [...path, title].join(titled ? ': ' : ' > ');
    results.push({ title: whole, isGood, told: result[3], test, lines: isGood ? [] : messageAfter(lines, at, titled) });
  }
  return results;
}

const IS_TAP = /^[ \t]*(?:TAP version 1[234]|not ok\b|1\.\.[0-9]+)/m;

// Returns the results with `result`. If the summary counts as many failures as there are, no mark excuses one.
function readResults(text) {
  if (!IS_TAP.test(text)) return [];
  const found = innermostOf(text);
  const bad = found.filter(({ isGood }) => !isGood).length;
  const failed = countsOf(text).reduce((sum, counts) => sum + counts.failed, 0);
  const resultOf = (one) => {
    const { isGood, told } = one;
    if (isExcused(told) && (isGood || bad > failed || isBareTodo(one))) return 'skipped';
    return isGood ? 'passed' : 'failed';
  };
  return found.map((one) => ({ ...one, result: resultOf(one) }));
}

// Assertions of one test that fail with the same words are one failure.
function detailsOf(text) {
  const seen = new Set();
  return readResults(text).filter(({ result, title, test }) => {
    const key = `${test} ${title}`;
    if (result !== 'failed' || (test > 0 && seen.has(key))) return false;
    seen.add(key);
    return true;
  });
}

const resultsOf = (text) => readResults(text);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^# (?:(?:pass|fail) +[0-9]+|tests = [0-9]+\/[0-9]+ pass|\{ total: [0-9]+.*\})$/m;
const FAILED = /^# (?:(?:fail|cancelled) +[1-9]|not ok$|\{.*, fail: [1-9])/m;

// Of tap: one line. Of brittle: tests and assertions. Of the others: a line for each number.
const SUMMARY_OF_TAP = /^# (\{ total: [0-9]+.*\})$/gm;
const SUMMARY_OF_BRITTLE = /^# tests = (?<passed>[0-9]+)\/(?<total>[0-9]+) pass$/gm;
const SUMMARY = /(?:^# (?:tests|suites|pass|fail|cancelled|skip|skipped|todo) +[0-9]+(?:\n|$))+/gm;

function countsOf(text) {
  const worded = (part, pattern) => wordedCounts([...part.matchAll(pattern)].map(([, word, number]) => [number, word]));
  const ofTap = [...text.matchAll(SUMMARY_OF_TAP)].map(([, part]) => worded(part, /([a-z]+): ([0-9]+)/g));
  const ofBrittle = matchedCounts(text, SUMMARY_OF_BRITTLE)
    .map(({ total, passed }) => ({ total, passed, failed: total - passed, skipped: 0 }));
  const others = [...text.matchAll(SUMMARY)].filter(([part]) => ENDED.test(part))
    .map(([part]) => worded(part, /^# ([a-z]+) +([0-9]+)$/gm));
  return [...ofTap, ...ofBrittle, ...others];
}

/** Returns how many tests the plans that are not nested promise; undefined if there is none. */
function plannedIn(text) {
  const plans = [...text.matchAll(/^1\.\.([0-9]+)\b/gm)];
  return plans.length > 0 ? plans.reduce((sum, [, number]) => sum + Number(number), 0) : undefined;
}

module.exports = { ENDED, FAILED, countsOf, detailsOf, plannedIn, resultsOf };
