'use strict';
// Finds what a campaign shows beside its failures: runs that passed, but wrote an error or lived far longer than any
// run without delays. And it counts what was not looked at, which --strict does not accept.
const FAR_LONGER = 5;

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function errorsOf(runs, plainErrors) {
  const known = new Set(plainErrors);
  const byLine = new Map();
  for (const run of runs) {
    for (const [key, line] of run.wrote ?? []) {
      if (known.has(key)) continue;
      const finding = byLine.get(key) ?? { kind: 'wrote-error', line, runs: [], of: runs.length, example: run.folder };
      finding.runs.push(run.number);
      byLine.set(key, finding);
    }
  }
  return [...byLine.values()];
}

// A loaded machine makes all runs slow.
function longOf(runs) {
  const usual = median(runs.map(({ ms }) => ms));
  const long = runs.filter((run) => run.plainly !== undefined && run.ms > FAR_LONGER * usual);
  if (long.length === 0) return [];
  const [longest] = [...long].sort((a, b) => b.ms - a.ms);
  const { ms, plainly, folder: example } = longest;
  return [{ kind: 'lived-longer', ms, plainly, runs: long.map(({ number }) => number), of: runs.length, example }];
}

/**
 * Returns the findings of a campaign: {kind: 'wrote-error', line, runs, of, example} for each error that runs wrote and
 * no run without delays, and {kind: 'lived-longer', ms, plainly, runs, of, example} for runs that took far longer.
 */
function findingsOf({ runs, plainErrors = [] }) {
  const passed = runs.filter(({ verdict }) => verdict === 'passed');
  return [...errorsOf(passed, plainErrors), ...longOf(passed)];
}

/**
 * Returns true if a run that passed after `ms` lived far longer than those without delays (`plainly` ms, the longest),
 * although its operations were delayed by `held` ms alone.
 */
const isFarLonger = ({ ms, plainly, held }) => ms > FAR_LONGER * plainly && ms > plainly + held + 2000;

/** Counts what --strict does not accept: runs that held nothing, tests set aside, runs without a verdict and so on. */
function loosely({ runs, plain, missing = [], findings = [], uncounted = false, varied = false }) {
  return {
    none: Number(runs.length === 0),
    held: runs.filter(({ kind, delays, verdict }) => kind === 'seed' && !delays && verdict !== 'interrupted').length,
    aside: plain?.aside?.length ?? 0,
    uncounted: Number(uncounted),
    varied: Number(varied),
    unjudged: runs.filter(({ verdict }) => verdict === 'inconclusive').length,
    missing: missing.length,
    findings: findings.length,
  };
}

module.exports = { findingsOf, isFarLonger, loosely };
