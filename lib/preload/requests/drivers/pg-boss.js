'use strict';
// pg-boss. What the package does in the database for itself is no operation of a request.

const { OUTSIDE, quietly, within } = require('../context.js');
const { consumes, sending } = require('../messages.js');
const { adds, isLate, takes } = require('./table-jobs.js');

const { apply } = Reflect;
const VIA = 'pg-boss';
const FIRST_WITH_NAMES = 10; // from this version on a job is known by its queue and its id

const failing = new Map(); // id of a job whose handler has failed -> {done, withdraw}

const queueOf = (name) => `${VIA} ${name}`;

const isObject = (value) => typeof value === 'object' && value !== null;

// A job that exists already, or that is not due yet, has no consumer.
function settle(job, options, added) {
  if (job === undefined) return;
  added.then((id) => {
    if (id === null) job.forget();
    else if (isLate(options?.startAfter)) job.leave();
  }, job.forget);
}

const send = (original) => function sendWithFlow(...args) {
  const { name, data, options } = isObject(args[0]) ? args[0] : { name: args[0], data: args[1], options: args[2] };
  const job = adds(queueOf(name), data ?? null);
  const added = sending(original, this, args);
  settle(job, options, added);
  return added;
};

// insert(jobs) up to version 10, and insert(name, jobs).
const insert = (original) => function insertWithFlow(...args) {
  const [name, list] = Array.isArray(args[0]) ? [undefined, args[0]] : args;
  const jobs = (Array.isArray(list) ? list : []).map((one) => (
    { job: adds(queueOf(name ?? one.name), one.data ?? null), one }));
  const added = sending(original, this, args);
  for (const { job, one } of jobs) settle(job, one, added.then(() => undefined));
  return added;
};

// A worker with several jobs at once deals with none of them alone.
function handling(name, handler) {
  return async function handle(given, ...more) {
    const jobs = [given].flat();
    const taken = jobs.map(({ data }) => takes({ queue: queueOf(name), data, via: VIA, name }));
    const context = taken.length === 1 ? taken[0].context : OUTSIDE;
    try {
      const result = await within(context, handler, this, [given, ...more]);
      for (const { done } of taken) done();
      return result;
    } catch (error) {
      taken.forEach(({ again, done }, at) => failing.set(jobs[at].id, { done, withdraw: again() }));
      throw error;
    }
  };
}

const work = (original) => function workWithFlow(name, ...args) {
  const given = args.map((one) => (typeof one === 'function' ? handling(name, one) : one));
  consumes(VIA, name);
  return within(OUTSIDE, original, this, [name, ...given]);
};

// Whoever fails a job, it comes again as long as it may.
const fail = (original, { version }) => function failWithFlow(name, ids, ...more) {
  const result = apply(original, this, [name, ids, ...more]);
  const isNamed = Number.parseInt(version, 10) >= FIRST_WITH_NAMES;
  for (const id of [isNamed ? ids : name].flat()) {
    const known = failing.get(id);
    failing.delete(id);
    if (known) result.then(() => finish(this, isNamed ? [name, id] : [id], known)).catch(() => finished(known));
  }
  return result;
};

function finished({ done, withdraw }) {
  withdraw();
  done();
}

async function finish(manager, id, known) {
  const job = await quietly(() => manager.getJobById(...id));
  if (job?.state !== 'retry' || isLate(job.startAfter ?? job.startafter)) finished(known);
}

const quiet = (original) => function call(...args) {
  return quietly(() => apply(original, this, args));
};

/** Functions that take the place of the package's, by the name that model/stores gives them. */
const replaced = { fail, insert, quiet, send, work };

module.exports = { replaced };
