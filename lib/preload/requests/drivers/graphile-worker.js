'use strict';
// graphile-worker: the function add_job() of the database adds a job, whether the program or the package calls it.

const { OUTSIDE, quietly, within } = require('../context.js');
const { consumes } = require('../messages.js');
const { ofText } = require('../of-text.js');
const { adds, isLate, takes } = require('./table-jobs.js');

const VIA = 'graphile-worker';
const SAYS_ADD = /\badd_jobs?\s*\(/i;
const NAMED = (name) => `(?:${name}\\s*(?:=>|:=)\\s*)?`;
const TEXT = '(\'(?:[^\']|\'\')*\'|\\$\\d+)(?:\\s*::\\s*\\w+)?\\s*';
const ADD = new RegExp(`\\badd_job\\s*\\(\\s*${NAMED('identifier')}${TEXT}(?:,\\s*${NAMED('payload')}(?:${TEXT})?)?`, 'gi');
const ONLY_ADDS = /^\s*select\b(?!.*\bfrom\s+(?![\w."]*add_jobs?\s*\())[^;]*;?\s*$/is;
const ADD_MANY = /\badd_jobs\s*\(/i;

const saysAdd = ofText((statement) => SAYS_ADD.test(statement));

const queueOf = (identifier) => `${VIA} ${identifier}`;

function valueOf(part, values) {
  if (part === undefined) return undefined;
  return part.startsWith('$') ? values?.[Number(part.slice(1)) - 1] : part.slice(1, -1).replaceAll('\'\'', '\'');
}

// JSON, or a value that pg makes JSON of; undefined if the database makes it.
function dataOf(part, values) {
  const value = valueOf(part, values);
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const isTime = (value) => value instanceof Date || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value));

// Returns [{identifier, data, isLate}] of a statement.
function jobsOf(statement, values) {
  if (ADD_MANY.test(statement)) {
    const list = values?.map((value) => dataOf('$1', [value])).find(Array.isArray) ?? [];
    return list.map(({ identifier, payload, run_at: time }) => (
      { identifier, data: payload ?? {}, isLate: isLate(time) }));
  }
  const late = Array.isArray(values) && values.some((value) => isTime(value) && isLate(value));
  return [...statement.matchAll(ADD)].map(([, identifier, payload]) => (
    { identifier: valueOf(identifier, values), data: dataOf(payload, values), isLate: late }));
}

/**
 * Takes a statement that is about to be sent. Returns undefined if it adds no job, else {isOnly, jobs}: whether it does
 * nothing else, and what adds() gives of each.
 */
function adding(statement, values) {
  if (!saysAdd(statement)) return undefined;
  const jobs = jobsOf(statement, values).filter(({ identifier }) => typeof identifier === 'string');
  const added = jobs.map(({ identifier, data, isLate: late }) => {
    const job = adds(queueOf(identifier), data);
    if (late) job?.leave();
    return job;
  });
  return { isOnly: ONLY_ADDS.test(statement), jobs: added.filter(Boolean) };
}

const quiet = (fn) => fn && ((...args) => quietly(() => fn(...args)));

const working = (identifier, task) => async (payload, helpers) => {
  const { context, done, again } = takes({ queue: queueOf(identifier), data: payload, via: VIA, name: identifier });
  const { attempts, max_attempts: most } = helpers?.job ?? {};
  try {
    const result = await within(context, task, undefined, [payload, helpers]);
    done();
    return result;
  } catch (error) {
    if (attempts < most) again();
    else done();
    throw error;
  }
};

function watched(params) {
  const tasks = Object.entries(params.tasks ?? {}).map(([identifier, task]) => {
    consumes(VIA, identifier);
    return [identifier, working(identifier, task)];
  });
  const [getJob, completeJob, failJob] = ['getJob', 'completeJob', 'failJob'].map((name) => quiet(params[name]));
  return { ...params, tasks: Object.fromEntries(tasks), ...getJob && { getJob, completeJob, failJob } };
}

// A worker goes on for ever, whoever starts it or wakes it.
const worker = (original) => (options, params, ...more) => (
  within(OUTSIDE, original, undefined, [options, watched(params), ...more]));

/** Functions that take the place of the package's, by the name that model/stores gives them. */
const replaced = { worker };

module.exports = { adding, replaced };
