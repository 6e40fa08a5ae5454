'use strict';
// Checks what files say about other files. Results and schedules are passed on, so these may have been written by
// somebody else, and must not lead out of their folder.

const { isClass } = require('../analysis/failure-class.js');
const { count, list, map, maybe, number, object, text } = require('./shape.js');

/** True if `id` can be the id of a failure (analysis/groups.js). */
function isFailureId(id) {
  return typeof id === 'string' && /^[0-9a-f]{4,64}$/.test(id);
}

/** True if `name` is the relative path of a folder of results, such as "runs/0001". */
function isResultFolder(name) {
  return typeof name === 'string' && /^[\w-]+[/\\]\w[\w.-]*$/.test(name);
}

/** Returns a line on the "format" of a file's object that is not `format`, which this version reads; else undefined. */
function problemOfFormat(object, format) {
  if (object?.format === format) return undefined;
  const found = object?.format === undefined ? 'it has no "format"' : `its "format" is ${JSON.stringify(object.format)}`;
  return `${found}, and this version of nacd reads ${format}`;
}

const isAbsent = (value) => value === undefined || value === null;
const isText = (value) => isAbsent(value) || typeof value === 'string';
const isTexts = (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string');
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function isRegex(text) {
  try {
    new RegExp(text, 'm');
    return true;
  } catch {
    return false;
  }
}

/** True if `demand` can be what a run must write (campaign/demand.js), or is absent. */
function isDemand(demand) {
  if (isAbsent(demand)) return true;
  if (!isObject(demand) || !isObject(demand.counts)) return false;
  const { counts, runners, programs, started, passed, tests, titles, failing, ends } = demand;
  const { total = 0, passed: passing = 0 } = isObject(tests) ? tests : {};
  const isEnd = (end) => isObject(end) && (isAbsent(end.code) || Number.isInteger(end.code)) && isText(end.signal);
  return [...Object.values(counts), runners, programs, passed ?? 0, total, passing].every(Number.isFinite)
    && (isAbsent(tests) || isObject(tests)) && [titles, failing].every((texts) => isAbsent(texts) || isTexts(texts))
    && (isAbsent(started) || (isObject(started) && [started.runners, started.programs].every(Number.isFinite)))
    && (isAbsent(ends) || (Array.isArray(ends) && ends.every(isEnd)));
}

const isRate = (rate) => isAbsent(rate) || (isObject(rate) && [rate.failed, rate.of].every(Number.isInteger));

/** Returns a line on the first wrong part of a schedule's "failure" and "example"; undefined if there is none. */
function problemOfAbout({ failure, example }) {
  if (!isAbsent(failure)) {
    if (!isObject(failure)) return '"failure" is not an object';
    if (!isAbsent(failure.id) && !isFailureId(failure.id)) return '/failure/id is not the id of a failure';
    if (!['title', 'verdict', 'failOn'].every((key) => isText(failure[key]))) return '"failure" has a key of the wrong type';
    if (!isAbsent(failure.aside) && !isTexts(failure.aside)) return '/failure/aside is not a list of texts';
    if (!isAbsent(failure.failOn) && !isRegex(failure.failOn)) return '/failure/failOn is not a regular expression';
    if (![failure.shown, failure.plain].every(isRate)) return '/failure has a rate without "failed" and "of"';
    if (!isAbsent(failure.class) && !isClass(failure.class)) return '/failure/class is not a class of failures';
    if (!isDemand(failure.demand)) return '/failure/demand has no "counts", "runners" and "programs"';
    if (!isAbsent(failure.timeout) && !(failure.timeout > 0)) return '/failure/timeout is not a number of seconds';
  }
  if (isAbsent(example)) return undefined;
  const folders = isObject(example) ? Object.values(example) : [undefined];
  return folders.every(isResultFolder) ? undefined : '"example" has a folder that is not one of results';
}

// Pairs of a key and a line (campaign/written-errors.js).
const isErrors = (wrote) => Array.isArray(wrote) && wrote.every((pair) => isTexts(pair) && pair.length === 2);

const isFinding = (one) => isObject(one) && ['wrote-error', 'lived-longer'].includes(one.kind) && Array.isArray(one.runs);

const isEnd = (run) => isObject(run) && typeof run.verdict === 'string' && isTexts(run.titles);

const RUN = object({ number, ms: maybe(number), seed: maybe(number), strategy: maybe(text), kind: maybe(text) });

function isRun(run) {
  return isEnd(run) && isResultFolder(run.folder) && RUN(run) === undefined;
}

/** True if `text` names a part of a campaign, "i/n" with i from 1 to n. */
function isShard(text) {
  const [, index, of] = /^([1-9][0-9]{0,5})\/([1-9][0-9]{0,5})$/.exec(text) ?? [];
  return Number(index) <= Number(of);
}

const PLAIN = object({
  of: maybe(count), failed: maybe(count), aside: maybe(list(text)),
  flaky: maybe(list(object({ title: text, failed: maybe(count) }))),
});
const COUNTS = { all: count, shown: count, impossible: count, left: count };
const PLACED = object({ name: text, phase: maybe(text), place: maybe(text) });
const ORDERS = object({
  ...COUNTS, reasons: maybe(map(count)), files: maybe(map(object(COUNTS))),
  cannot: maybe(list(object({ event: PLACED, point: PLACED, reason: text }))),
});
const CAMPAIGN = object({
  cwd: maybe(text), seed: maybe(number), plain: maybe(PLAIN), orders: maybe(ORDERS), cover: maybe(number),
});

/** Returns a line on the first wrong part of a campaign.json; undefined if there is none. */
function problemOfCampaign(campaign) {
  const { runs, baseline, command, shard, plainRuns, failures, state, plainErrors, findings } = campaign;
  if (!Array.isArray(runs)) return 'it has no list "runs"';
  const bad = runs.findIndex((run) => !isRun(run));
  if (bad >= 0) return `/runs/${bad} is not a run`;
  if (!isAbsent(baseline) && !isRun(baseline)) return '"baseline" is not a run';
  if (!isAbsent(failures) && !(Array.isArray(failures) && failures.every(isObject))) return '"failures" is not a list';
  if (!isAbsent(plainErrors) && !isTexts(plainErrors)) return '"plainErrors" is not a list of texts';
  const areFindings = isAbsent(findings) || (Array.isArray(findings) && findings.every(isFinding));
  if (!areFindings) return '"findings" is not a list of findings';
  const bare = runs.find(({ wrote }) => !isAbsent(wrote) && !isErrors(wrote));
  if (bare) return '"wrote" of a run is not a list of errors';
  if (!isAbsent(plainRuns) && !(Array.isArray(plainRuns) && plainRuns.every(isEnd))) return '"plainRuns" is not a list of runs';
  if (!isText(state)) return '"state" is not a text';
  if (!isAbsent(shard) && !isShard(shard)) return '"shard" is not "i/n"';
  return isCommand(command) ? CAMPAIGN(campaign) : '"command" is not a list of texts';
}

function isCommand(command) {
  return Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
}

module.exports = {
  isAbsent, isCommand, isDemand, isErrors, isFailureId, isObject, isRegex, isRun, isTexts, problemOfAbout,
  problemOfCampaign, problemOfFormat,
};
