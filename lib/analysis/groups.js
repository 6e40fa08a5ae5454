'use strict';
// Groups failures by the test that failed, each with its rate. A run in which two tests fail counts for both.
const crypto = require('node:crypto');

const { classOf } = require('./failure-class.js');
const { wilson } = require('./statistics.js');

/** Returns a short name of a failure, the same in each campaign of the same command. */
function failureId(title, command) {
  return crypto.createHash('sha256').update(JSON.stringify([command, title])).digest('hex').slice(0, 6);
}

// Titles whose numbers depend on how much of a race has happened: an error's, and that of tests which did not report.
const COUNTING = /^[\w$.]*(?:Error|Exception)(?: \[\w+\])?:|^[0-9]+ tests? (?:did not report|w(?:as|ere) skipped)$/;
const withoutNumbers = (title) => title.replace(/\d+/g, '0').replace(/^0 tests? (did|w)(?:as|ere)?/, '0 tests $1');

// True if both titles are of one failure. The numbers in an error's message depend on how much of a race has happened
// ("balance 7"); those in a test's title name the test.
function isAlike(one, other) {
  return one === other || (COUNTING.test(one) && withoutNumbers(one) === withoutNumbers(other));
}

function hasFailed(run) {
  return run.verdict === 'failed' || run.verdict === 'hang';
}

/** True if `run` failed like the kept failure of a schedule (its key `failure`). */
function isFailureOf(run, { failure }) {
  return hasFailed(run) && (failure?.title === undefined || run.titles.some((title) => isAlike(title, failure.title)));
}

// A stored failure is replayed because it failed before, so it says nothing about how often a seed fails.
function countsForRate(run) {
  return run.kind === 'seed' && (run.verdict === 'passed' || hasFailed(run));
}

const isHang = (title) => title.startsWith('hang: ');

// True if `run`, one without delays, has failed like the failure `title` of a run with the `verdict`.
function failedLike(run, { title, verdict }) {
  if (!hasFailed(run)) return false;
  const isSame = (other) => isAlike(other, title) || (isHang(other) && isHang(title));
  return (run.verdict === 'hang' && verdict === 'hang') || run.titles.some(isSame);
}

// How often it fails without delays; undefined in results that do not say it.
function plainRate(group, plainRuns) {
  const judged = plainRuns.filter((run) => run.verdict === 'passed' || hasFailed(run));
  if (judged.length === 0) return undefined;
  return { failed: judged.filter((run) => failedLike(run, group)).length, of: judged.length };
}

/**
 * Returns the failures of `runs`, most frequent first: {id, title, verdict, class, runs, seeds, failed, of, interval,
 * plain, example}. `plain` is {failed, of} of `plainRuns`, those without delays, [{verdict, titles}]; `failures` are
 * failures whose classes are known (failure-class.js).
 */
function groupsOf(runs, command, { plainRuns = [], failures = [] } = {}) {
  const known = new Map(failures.map((failure) => [failure.id, failure.class]));
  const groups = new Map();
  for (const run of runs.filter(hasFailed)) {
    for (const title of run.titles) {
      const id = failureId(title, command);
      const { verdict, folder } = run;
      const group = groups.get(title) ?? { id, title, verdict, class: undefined, runs: [], seeds: [], example: folder };
      group.runs.push(run.number);
      if (run.kind === 'seed') group.seeds.push(run.seed);
      groups.set(title, group);
    }
  }
  const counted = runs.filter(countsForRate).length;
  for (const group of groups.values()) {
    group.failed = group.seeds.length;
    group.of = counted;
    group.interval = wilson(group.failed, counted);
    group.plain = plainRate(group, plainRuns);
    group.class = classOf({ known: known.get(group.id), plain: group.plain });
  }
  return [...groups.values()].sort((a, b) => b.runs.length - a.runs.length);
}

module.exports = { failureId, groupsOf, hasFailed, isAlike, isFailureOf };
