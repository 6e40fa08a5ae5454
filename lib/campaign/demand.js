'use strict';
// Compares the tests of a run with those of the runs without delays. A run passes only if the same tests reported, each
// with its result, and if its exit status is one that the tests which were set aside explain. Else the code under test
// has ended a process before its tests, and the status alone would call that a pass.
const os = require('node:os');

const { passesIn, reportedTests, summariesIn } = require('./outputs/index.js');
const { isTestRunner } = require('../options/test-process.js');
const { isWhole, readOutputs } = require('./read-outputs.js');

const TITLE = 'the process ended before its tests did';
const MOST_TITLES_BYTES = 256 * 1024; // of a demand, which failure files and jobs of a queue carry
const SHOWN = 10; // titles of missing tests in a result

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

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const occurrences = ({ passed, failed, skipped }) => passed + failed + skipped;

// Returns {total, passed} of all tests, or undefined: the output does not say it.
function testsOf({ counts, named }) {
  if (counts) return { total: counts.total, passed: counts.passed };
  if (!named) return undefined;
  const results = [...named.values()];
  return { total: sumOf(results.map(occurrences)), passed: sumOf(results.map(({ passed }) => passed)) };
}

// Returns the title of each test, as often as it occurs; undefined: not all are known.
function titlesOf({ named }) {
  return named && [...named].flatMap(([title, results]) => Array(occurrences(results)).fill(title));
}

/**
 * Returns what the outputs of a run, from readOutputs(), say about its tests: {counts, runners, programs, passed, seen,
 * tests, titles}. `counts` has the number of summaries by format, `passed` the number of passed tests in them, `seen`
 * that of lines about one, `tests` {total, passed}, and `titles` a list. `loosely`: a summary may stand behind other
 * text in its line.
 */
function writtenIn(outputs, traces, { loosely = false } = {}) {
  const reported = reportedTests(...outputs);
  return {
    counts: summariesIn(...outputs, { loosely }), ...startsOf(traces),
    passed: reported.counts?.passed, seen: passesIn(...outputs), tests: testsOf(reported), titles: titlesOf(reported),
  };
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

// Suites may have other tests in each run: the least of them are demanded.
function leastTests(written) {
  const tests = written.map((run) => run.tests);
  if (tests.includes(undefined)) return undefined;
  const least = (key) => Math.min(...tests.map((one) => one[key]));
  return { total: least('total'), passed: least('passed') };
}

const tally = (titles) => titles.reduce((counts, title) => counts.set(title, (counts.get(title) ?? 0) + 1), new Map());

// Returns those of `titles` that `others` does not have, or not as often.
function without(titles, others) {
  const left = tally(others);
  return titles.filter((title) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count <= 0;
  });
}

function commonTitles([first, ...others]) {
  if ([first, ...others].some(({ titles }) => !titles)) return undefined;
  const common = others.reduce((titles, other) => without(titles, without(titles, other.titles)), first.titles);
  return JSON.stringify(common).length > MOST_TITLES_BYTES ? undefined : common;
}

function endsOf(plain) {
  const texts = plain.map(({ code, signal }) => JSON.stringify({ code, signal }));
  return [...new Set(texts)].map((text) => JSON.parse(text));
}

/**
 * Returns what the runs with delays must show, {counts, runners, programs, passed, tests, titles, ends}, as far as all
 * runs without delays do: the summaries, the least numbers of tests, their titles, and the statuses with which these
 * runs ended. Summaries are those of the runs that passed, if there are any. undefined: nothing can be demanded. Each
 * of `plain` is a result of execute() with `written`, from writtenBy().
 */
function demandOf(plain) {
  const written = plain.map((run) => run.written);
  if (written.length === 0 || written.includes(undefined)) return undefined;
  const passed = plain.filter(({ verdict }) => verdict === 'passed').map((run) => run.written);
  const summed = passed.length > 0 ? passed : written;
  const counts = commonCounts(summed, passed.length > 0 ? Infinity : 1);
  const starts = (key) => Math.max(...summed.map((run) => run[key]));
  const tests = { tests: leastTests(written), titles: commonTitles(written), ends: endsOf(plain) };
  return { counts, runners: starts('runners'), programs: starts('programs'), passed: numberOf(summed), ...tests };
}

// Each started as many runners, or programs of a command without one, as a run without delays. A cache leaves some out.
function startedAll(written, demand) {
  const which = demand.runners > 0 ? 'runners' : 'programs';
  return written[which] >= demand[which];
}

// Returns {seen, of} where a summary is missing; undefined: none is.
function missingSummary(written, demand) {
  const misses = Object.entries(demand.counts).some(([name, count]) => (written.counts[name] ?? 0) < count);
  if (!misses || demand.runners + demand.programs === 0 || !startedAll(written, demand)) return undefined;
  const { passed: of } = demand;
  return of > written.seen ? { seen: written.seen, of } : {};
}

// node:test reports a file as one test when its process ends before the file's own tests report.
const isFile = (title) => /\.[cm]?[jt]sx?$/.test(title);

// Returns how many tests did not report. A title may differ from run to run, so the numbers decide, unless a file
// stands in the place of its tests.
function missingCount(written, demand) {
  const fewer = Math.max(0, demand.tests.total - written.tests.total);
  if (!demand.titles || !written.titles) return fewer;
  const standIns = without(written.titles, demand.titles).filter(isFile).length;
  return standIns > 0 ? Math.max(fewer, without(demand.titles, written.titles).length) : fewer;
}

// Returns {title, early} of a run in which tests did not report, or were skipped; undefined: there is none.
function missingTests(written, demand) {
  if (!demand.tests || !written.tests || !startedAll(written, demand)) return undefined;
  const { total, passed } = demand.tests;
  const missing = missingCount(written, demand);
  if (missing > 0) {
    const titles = demand.titles && written.titles ? without(demand.titles, written.titles).slice(0, SHOWN) : undefined;
    const title = `${missing} ${missing === 1 ? 'test' : 'tests'} did not report`;
    return { title, early: { seen: total - missing, of: total, missing: titles ?? [] } };
  }
  const skipped = passed - written.tests.passed;
  if (skipped <= 0) return undefined;
  return { title: `${skipped} ${skipped === 1 ? 'test was' : 'tests were'} skipped` };
}

// Returns "exit status 137 (SIGKILL)": a shell reports in this way that a signal has ended its command.
function statusTitle(code) {
  const [name] = Object.entries(os.constants.signals).find(([, number]) => number === code - 128) ?? [];
  return `exit status ${code}${name ? ` (${name})` : ''}`;
}

// Returns the title of an end that no run without delays had; undefined: it is explained. Without a demand a status
// that says that a signal came is not.
function unexplainedEnd({ code, signal, reason }, demand) {
  if (reason || (code === 0 && !signal)) return undefined;
  const isKnown = (end) => end.code === code && (end.signal ?? null) === (signal ?? null);
  if (demand?.ends ? demand.ends.some(isKnown) : !signal && code <= 128) return undefined;
  return signal ? `killed by ${signal}` : statusTitle(code);
}

/**
 * Returns `result` (execute.js), which passed or whose failures were all set aside, as a failure if its `end` or its
 * tests are not those that `demand`, from demandOf(), has. `outputs`: undefined if their beginning is not known.
 */
function withDemand(result, { outputs, traces, demand, end }) {
  if (result.verdict !== 'passed') return result;
  const status = unexplainedEnd(end, demand);
  if (status) return { ...result, verdict: 'failed', titles: [status] };
  if (!demand || !outputs || (end.reason && end.reason !== 'lingering')) return result;
  const written = writtenIn(outputs, traces, { loosely: true });
  const early = end.code === 0 ? missingSummary(written, demand) : undefined;
  if (early) return { ...result, verdict: 'failed', titles: [TITLE], early };
  const missing = missingTests(written, demand);
  return missing ? { ...result, verdict: 'failed', titles: [missing.title], early: missing.early } : result;
}

module.exports = { demandOf, withDemand, writtenBy };
