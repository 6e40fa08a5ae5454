'use strict';
// Tells apart the failures that a command has by itself. A test that fails in each plain run is set aside: it says
// nothing about delays. A test that fails in some of them is what the campaign is for.
const { countOf } = require('../analysis/counts.js');
const { hasFailed } = require('../analysis/groups.js');

const countsOf = (runs) => countOf(runs.filter(hasFailed).flatMap((run) => run.titles));

/**
 * Returns what plain runs say, {of, failed, goesOn, aside, flaky: [{title, failed}]}, with `onlyFirst` if only the
 * first one failed, in which alone the event loop is traced. Each run is a result of execute() with `named`, true if
 * its titles are names of tests, and `others`, the number of tests that passed (undefined: not known). `aside` has the
 * tests that failed each time; without a run that passed, the campaign goes on only if such tests are known and others
 * are left.
 */
function plainSummary(runs) {
  const failed = runs.filter(hasFailed);
  const counts = [...countsOf(runs)];
  const never = failed.length === runs.length;
  const named = failed.every((run) => run.named);
  const always = never && named ? counts.filter(([, count]) => count === runs.length).map(([title]) => title) : [];
  const isLeft = runs.some(({ others }) => others === undefined || others > 0) || counts.length > always.length;
  const goesOn = !never || (named && isLeft);
  const flaky = counts.filter(([title]) => !always.includes(title)).map(([title, count]) => ({ title, failed: count }));
  const onlyFirst = failed.length === 1 && failed[0] === runs[0] && runs.length > 1;
  return { of: runs.length, failed: failed.length, goesOn, aside: always, flaky, ...(onlyFirst && { onlyFirst }) };
}

/**
 * Returns `result` (execute.js) as if the tests `aside` had not failed. A hang stays a failure. So does a run that
 * lingers until its timeout, as it would without such tests. withDemand() finds out whether these tests explain how the
 * run ended.
 */
function withoutAside(result, aside = []) {
  const titles = result.titles.filter((title) => !aside.includes(title));
  if (!hasFailed(result) || titles.length === result.titles.length || aside.length === 0) return result;
  if (titles.length > 0) return { ...result, titles };
  if (result.verdict === 'hang') return { ...result, titles: [`hang: ${result.hang.kind}`] };
  const { lingers, ...rest } = result;
  if (lingers?.atTimeout) return { ...rest, verdict: 'hang', titles: ['hang: lingering'], hang: lingers };
  return { ...result, verdict: 'passed', titles };
}

module.exports = { plainSummary, withoutAside };
