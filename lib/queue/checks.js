'use strict';
// Checks what comes out of Redis. Everybody with its password can write there: no text of it may name a command, lead
// out of a folder, or become a variable of the environment that is no option.
const { OPTIONS } = require('../options/program.js');
const { isAbsent, isDemand, isErrors, isObject, isRegex, isTexts } = require('../files/checks.js');
const { readValue } = require('../options/read-value.js');

const VERDICTS = new Set(['passed', 'failed', 'hang', 'inconclusive', 'interrupted']);
const HANGS = new Set(['deadlock', 'waiting', 'livelock', 'lingering', 'unfinished', 'slow']);
const KEPT = ['code', 'signal', 'ms', 'delays', 'hooked', 'limited', 'hang', 'lingers', 'folded', 'cut', 'early', 'leftOut', 'held', 'wrote'];

const isObjects = (value) => Array.isArray(value) && value.every(isObject);

// Files are a machine's own, and the run chooses the others.
const isSent = ({ key, type }) => !type.startsWith('path') && !['trace', 'quiet', 'requests'].includes(key);

/** Returns those of `options` that one machine takes from another. */
function sentOptions(options) {
  const pairs = OPTIONS.filter(isSent).map(({ key }) => [key, options[key]]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** Returns the options of a job, by the table of options; undefined if one of them is not valid. */
function readOptionsOf(job) {
  const given = OPTIONS.filter((option) => isSent(option) && !isAbsent(job?.[option.key]));
  const pairs = given.map((option) => [option.key, readValue(option, job[option.key])]);
  return pairs.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(pairs);
}

// Messages read these parts of a hang (messages/campaign.js).
function isHang({ kind, files, ...lists }) {
  return HANGS.has(kind) && (kind !== 'unfinished' || isTexts(files))
    && ['open', 'waitingFor', 'last'].every((name) => lists[name] === undefined || isObjects(lists[name]));
}

const isCount = (value) => isAbsent(value) || Number.isFinite(value);
const isEarly = ({ seen, of, missing }) => isCount(seen) && isCount(of) && (isAbsent(missing) || isTexts(missing));

const LEFT_OUT = new Set(['runners', 'programs', 'output']);
const isLeftOut = ({ which, ...counts }) => LEFT_OUT.has(which) && Object.values(counts).every(isCount);

function isResult({ verdict, titles, ms, hang, lingers, folded, early, leftOut, held, wrote }) {
  const hasFailed = verdict === 'failed' || verdict === 'hang';
  return VERDICTS.has(verdict) && isTexts(titles) && (titles.length > 0) === hasFailed && Number.isFinite(ms)
    && (!hang || isHang(hang)) && (!lingers || isObject(lingers)) && (!folded || Array.isArray(folded))
    && (!early || (isObject(early) && isEarly(early))) && (!leftOut || (isObject(leftOut) && isLeftOut(leftOut)))
    && isCount(held) && (isAbsent(wrote) || isErrors(wrote));
}

/** Returns the result of a run that a machine made, in the form of execute(); undefined if it is none. */
function readResult(value) {
  if (!isObject(value) || !isResult(value)) return undefined;
  const rest = KEPT.filter((key) => value[key] !== undefined && value[key] !== null).map((key) => [key, value[key]]);
  return { verdict: value.verdict, titles: value.titles, ...Object.fromEntries(rest) };
}

const isSeconds = (value) => Number.isFinite(value) && value > 0 && value <= 31536000;

/** True if a campaign's entry says all that a machine needs to make its runs. */
function isWork(entry) {
  const { id, queue, options, timeout, failOn, quietMs, demand, aside, known, silence, plainErrors } = entry;
  return typeof id === 'string' && /^[\w.-]{1,100}$/.test(queue) && readOptionsOf(options) !== undefined
    && isSeconds(timeout) && isSeconds(silence) && (isAbsent(quietMs) || isSeconds(quietMs))
    && (isAbsent(failOn) || (typeof failOn === 'string' && isRegex(failOn))) && isTexts(aside) && isTexts(known)
    && isDemand(demand) && (isAbsent(plainErrors) || isTexts(plainErrors));
}

/** Returns a host's name or the like as a text for a terminal. */
function shortText(value) {
  return String(value ?? '?').replace(/[^\w .,:@-]/g, '?').slice(0, 100);
}

module.exports = { isWork, readOptionsOf, readResult, sentOptions, shortText };
