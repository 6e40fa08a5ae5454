'use strict';
// Notices a run that ended before its tests: the code under test called process.exit(0), and the runner had no time to
// write its summary. Nothing but the summary tells such a run from one that passed. Numbers of tests are not compared,
// since a suite may have others in each run.
const { passedTests, passesIn, summariesIn } = require('./outputs/index.js');
const { isTestRunner } = require('../options/test-process.js');
const { isWhole, readOutputs } = require('./read-outputs.js');

const TITLE = 'the process ended before its tests did';

const isDirect = ({ outputs }) => outputs?.length === 2; // both
const countIf = (headers, isFit) => (headers.every(isFit) ? headers.length : 0);

// Counts the processes of test runners, without their workers, and all programs; 0 if one does not write to the run's
// output itself: a program between them may lose the summary. A cache of results (turbo, nx, wireit) or a second try of
// a wrapper leaves out some of them together with their summaries.
function startsOf(traces) {
  const headers = traces.map(({ header }) => header).filter((header) => header?.thread === 0);
  const running = headers.filter(({ argv }) => isTestRunner(argv?.[1] ?? ''));
  const pids = new Set(running.map(({ pid }) => pid));
  const runners = running.filter(({ parent }) => !pids.has(parent));
  return { runners: countIf(runners, isDirect), programs: runners.length > 0 ? 0 : countIf(headers, isDirect) };
}

/**
 * Returns what the outputs of a run, from readOutputs(), say about the end of its tests: {counts, runners, programs,
 * passed, seen}. `counts` has the number of summaries by format, `passed` the number of passed tests in them, `seen`
 * that of lines about one. `loosely`: a summary may stand behind other text in its line.
 */
function writtenIn(outputs, traces, { loosely = false } = {}) {
  const counts = summariesIn(...outputs, { loosely });
  return { counts, ...startsOf(traces), passed: passedTests(...outputs), seen: passesIn(...outputs) };
}

/** Returns the same of the run in `folder`; undefined if the beginning of its output is not known. */
const writtenBy = (folder, traces) => (isWhole(folder) ? writtenIn(readOutputs(folder), traces) : undefined);

function commonCounts(written, most) {
  const [first, ...others] = written.map(({ counts }) => counts);
  const common = ([name, count]) => [name, Math.min(most, count, ...others.map((counts) => counts[name] ?? 0))];
  return Object.fromEntries(Object.entries(first).map(common).filter(([, count]) => count > 0));
}

// The number of passed tests, if each run without delays has the same and writes a line for each.
function numberOf([first, ...others]) {
  const isSame = others.every(({ passed }) => passed === first.passed);
  return isSame && [first, ...others].every(({ passed, seen }) => passed === seen) ? first.passed : undefined;
}

/**
 * Returns what each run must write, {counts, runners, programs, passed}: what all plain runs did that passed, else all
 * of them. undefined: nothing. Each of `plain` is a result of execute() with `written`, from writtenBy().
 */
function demandOf(plain) {
  const passed = plain.filter(({ verdict }) => verdict === 'passed');
  const written = (passed.length > 0 ? passed : plain).map((run) => run.written);
  if (written.length === 0 || written.includes(undefined)) return undefined;
  const counts = commonCounts(written, passed.length > 0 ? Infinity : 1);
  if (Object.keys(counts).length === 0) return undefined;
  const starts = (key) => Math.max(...written.map((run) => run[key]));
  const [runners, programs] = [starts('runners'), starts('programs')];
  return runners + programs > 0 ? { counts, runners, programs, passed: numberOf(written) } : undefined;
}

/**
 * Returns `result` (execute.js) of a run as a failure if it ended before its tests: with exit status 0 and without a
 * summary of `demand`, from demandOf(), although it started as many runners, or programs of a command without one, as a
 * plain run. `outputs`: undefined if their beginning is not known.
 */
function withEarlyEnd(result, { outputs, traces, demand, end }) {
  if (!demand || !outputs || result.verdict !== 'passed' || end.code !== 0 || end.reason) return result;
  const written = writtenIn(outputs, traces, { loosely: true });
  const misses = Object.entries(demand.counts).some(([name, count]) => (written.counts[name] ?? 0) < count);
  const which = demand.runners > 0 ? 'runners' : 'programs';
  if (!misses || written[which] < demand[which]) return result;
  const { passed: of } = demand;
  return { ...result, verdict: 'failed', titles: [TITLE], early: of > written.seen ? { seen: written.seen, of } : {} };
}

module.exports = { demandOf, withEarlyEnd, writtenBy };
