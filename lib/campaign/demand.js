'use strict';
// Compares the tests of a run with those of the runs without delays. A run passes only if the same tests reported, each
// with its result, and if its exit status is one that the tests which were set aside explain. Else the code under test
// has ended a process before its tests, and the status alone would call that a pass.
const os = require('node:os');

const { failingTests, passesIn, reportedTests, summariesIn } = require('./outputs/index.js');
const { isTestRunner } = require('../options/test-process.js');
const { readWhole } = require('./read-outputs.js');

const TITLE = 'the process ended before its tests did';
const MOST_TITLES_BYTES = 256 * 1024; // of a demand, which failure files and jobs of a queue carry
const SHOWN = 10; // titles of missing tests in a result

const isDirect = ({ outputs }) => outputs?.length === 2; // both
const countIf = (headers, isFit) => (headers.every(isFit) ? headers.length : 0);

// Counts the processes of test runners, without their workers, and all programs: `started` has both, `runners` and
// `programs` are 0 if one does not write to the run's output itself. A program between them may write a summary of its
// own, or none.
function startsOf(traces) {
  const headers = traces.map(({ header }) => header).filter((header) => header?.thread === 0);
  const running = headers.filter(({ argv }) => isTestRunner(argv?.[1] ?? ''));
  const pids = new Set(running.map(({ pid }) => pid));
  const runners = running.filter(({ parent }) => !pids.has(parent));
  return {
    runners: countIf(runners, isDirect), programs: runners.length > 0 ? 0 : countIf(headers, isDirect),
    started: { runners: runners.length, programs: headers.length },
  };
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
 * Returns what a run's outputs, from readWhole(), say about its tests: {counts, runners, programs, started, passed,
 * seen, tests, titles, failing}. `counts` has the number of summaries by format, `passed` the number of passed tests in
 * them, `seen` that of lines about one, `tests` {total, passed}, `titles` a list, `failing` the titles of failures.
 * `loosely`: a summary may stand behind other text in its line.
 */
function writtenIn(outputs, traces, { loosely = false } = {}) {
  const reported = reportedTests(...outputs);
  return {
    counts: summariesIn(...outputs, { loosely }), ...startsOf(traces),
    passed: reported.counts?.passed, seen: passesIn(...outputs), tests: testsOf(reported), titles: titlesOf(reported),
    failing: failingTests(...outputs),
  };
}

/** Returns the same of the run in `folder`; undefined if its output is too long to be read. */
function writtenBy(folder, traces) {
  const outputs = readWhole(folder);
  return outputs && writtenIn(outputs, traces);
}

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

// Suites may have other tests in each run: the least of them are demanded. `most` is the greatest total.
function leastTests(written) {
  const tests = written.map((run) => run.tests);
  if (tests.includes(undefined)) return undefined;
  const least = (key) => Math.min(...tests.map((one) => one[key]));
  return { total: least('total'), passed: least('passed'), most: Math.max(...tests.map(({ total }) => total)) };
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

const unlessLong = (titles) => (JSON.stringify(titles).length > MOST_TITLES_BYTES ? undefined : titles);

function commonTitles([first, ...others]) {
  if ([first, ...others].some(({ titles }) => !titles)) return undefined;
  return unlessLong(others.reduce((titles, other) => without(titles, without(titles, other.titles)), first.titles));
}

function endsOf(plain) {
  const texts = plain.map(({ code, signal }) => JSON.stringify({ code, signal }));
  return [...new Set(texts)].map((text) => JSON.parse(text));
}

/**
 * Returns what the runs with delays must show, {counts, runners, programs, started, passed, tests, titles, failing,
 * ends}, as far as all runs without delays do: the summaries, the least numbers of tests, their titles, those of which
 * some failed, and the statuses with which these runs ended. Summaries are those of the runs that passed, if there
 * are any. undefined: nothing can be demanded. Each of `plain` is a result of execute() with `written`, from
 * writtenBy().
 */
function demandOf(plain) {
  const written = plain.map((run) => run.written);
  if (written.length === 0 || written.includes(undefined)) return undefined;
  const passed = plain.filter(({ verdict }) => verdict === 'passed').map((run) => run.written);
  const summed = passed.length > 0 ? passed : written;
  const counts = commonCounts(summed, passed.length > 0 ? Infinity : 1);
  const most = (key) => Math.max(...summed.map((run) => run[key]));
  const least = (key) => Math.min(...written.map((run) => run.started?.[key] ?? 0));
  return {
    counts, runners: most('runners'), programs: most('programs'), passed: numberOf(summed),
    started: { runners: least('runners'), programs: least('programs') },
    tests: leastTests(written), titles: commonTitles(written),
    failing: unlessLong([...new Set(written.flatMap(({ failing = [] }) => failing))]), ends: endsOf(plain),
  };
}

// Each of them writes to the output itself, and so many did without delays.
function wroteDirectly(written, demand) {
  const which = demand.runners > 0 ? 'runners' : 'programs';
  return written[which] >= demand[which];
}

// A cache of results (turbo, nx, wireit) leaves out test runners together with their tests, and so does a script under
// test that does not come to start them. Of a program that is not known as a test runner, children may only be those of
// tests that did not run.
function startedFewer(written, { started }) {
  if (!started) return false;
  if (started.runners > 0) return written.started.runners < started.runners;
  return !written.tests && written.started.programs < started.programs;
}

// Returns {seen, of} where a summary is missing; undefined: none is.
function missingSummary(written, demand) {
  const misses = Object.entries(demand.counts).some(([name, count]) => (written.counts[name] ?? 0) < count);
  if (!misses || demand.runners + demand.programs === 0 || !wroteDirectly(written, demand)) return undefined;
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

const NONE = { total: 0, passed: 0 };

// Returns what a run that passed has to say about its tests: that some did not report, failed although the status is
// that of a pass (a pipe, "|| true"), or were skipped, or that there are more. undefined: there is nothing.
function missingTests(written, demand, aside) {
  if (!demand.tests) return undefined;
  const about = { ...written, tests: written.tests ?? NONE };
  const missing = missingCount(about, demand);
  if (missing > 0) return (startedFewer(written, demand) ? leftOut : silent)(about, { demand, missing });
  const skipped = demand.tests.passed - about.tests.passed;
  if (skipped <= 0) return moreTests(about.tests, demand.tests);
  const known = new Set([...aside, ...(demand.failing ?? [])]);
  const failing = written.failing.filter((title) => !known.has(title));
  if (failing.length > 0) return { verdict: 'failed', titles: failing };
  return { verdict: 'failed', titles: [`${skipped} ${skipped === 1 ? 'test was' : 'tests were'} skipped`] };
}

// A run without delays may have lost tests as well, so that nobody demands them. A run that has them shows that.
function moreTests({ total }, { most = Infinity }) {
  if (total <= most) return undefined;
  return { more: `${total} tests reported, ${most} without delays: those runs lost some, or nobody can count them` };
}

function silent(written, { demand, missing }) {
  const { total } = demand.tests;
  const titles = demand.titles && written.titles ? without(demand.titles, written.titles).slice(0, SHOWN) : undefined;
  const title = `${missing} ${missing === 1 ? 'test' : 'tests'} did not report`;
  return { verdict: 'failed', titles: [title], early: { seen: total - missing, of: total, missing: titles ?? [] } };
}

// Neither a pass nor a failure: nobody knows why they were not started.
function leftOut(written, { demand, missing }) {
  const which = demand.started.runners > 0 ? 'runners' : 'programs';
  const counts = { started: written.started[which], ofStarted: demand.started[which] };
  return { verdict: 'inconclusive', titles: [], leftOut: { which, ...counts, missing } };
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

const TOO_LONG = { verdict: 'inconclusive', titles: [], leftOut: { which: 'output' } };

/**
 * Returns `result` (execute.js), which passed or whose failures were all set aside, as a failure if its `end` or its
 * tests are not those that `demand`, from demandOf(), has; as inconclusive, with `leftOut`, if nobody knows; with a
 * line `more` if more tests reported than in any run without delays. `outputs`: undefined if they are too long to be
 * read. `aside` are the tests that were set aside.
 */
function withDemand(result, { outputs, traces, demand, end, aside = [] }) {
  if (result.verdict !== 'passed') return result;
  const status = unexplainedEnd(end, demand);
  if (status) return { ...result, verdict: 'failed', titles: [status] };
  if (!demand || (end.reason && end.reason !== 'lingering')) return result;
  if (!outputs) return demand.tests ? { ...result, ...TOO_LONG } : result;
  const written = writtenIn(outputs, traces, { loosely: true });
  const early = end.code === 0 ? missingSummary(written, demand) : undefined;
  if (early) return { ...result, verdict: 'failed', titles: [TITLE], early };
  return { ...result, ...missingTests(written, demand, aside) };
}

/**
 * True if test runners started without delays, but their output does not say which tests ran: then nobody can tell from
 * it that some did not. `demand` is what demandOf() returned for `plain`.
 */
function isUncounted(demand, plain) {
  return !demand?.tests && plain.some(({ written }) => !written || written.started.runners > 0);
}

module.exports = { demandOf, isUncounted, withDemand, writtenBy };
