'use strict';
// BullMQ. The flow goes along in the options of a job, as they lie in Redis: neither the program that adds it nor the
// one that processes it sees it there.

const { FLOW } = require('../flows.js');
const { makeMark } = require('../marks.js');
const { consumes, drop, receive, send, sending } = require('../messages.js');
const { quietly, within } = require('../context.js');

const { apply } = Reflect;

const flowOfJob = makeMark();

// Nobody waits for a job that is to be processed much later.
const LONGEST_DELAY_MS = 1000;

// A job with an id of the program's may be there already, and then the new one is not added.
const mayBeThere = ({ deduplicationId }, id) => id !== undefined || deduplicationId !== undefined;

async function isThere(self, client, key, id, text) {
  const stored = await (self.getJobData ? self.getJobData(id) : client.hgetall(key + id));
  const { opts } = stored ?? {};
  return (typeof opts === 'string' ? opts : JSON.stringify(opts ?? '')).includes(text);
}

// `added`: the promise of the job's id, or undefined where it is part of a transaction.
function watchAdded(added, { self, client, key, queue, message, job, id }) {
  const forget = () => drop(queue, message);
  const { delay } = job.opts ?? {};
  if (delay > LONGEST_DELAY_MS) forget();
  else if (mayBeThere(job, id)) {
    added.then(async (known) => {
      if (typeof known === 'string' && !await quietly(() => isThere(self, client, key, known, message.text))) forget();
    }).catch(forget);
  } else added.catch(forget);
  return added;
}

function adding(self, client, key, { job, id }, call) {
  const queue = key.slice(0, -1);
  const message = send(queue);
  if (message === undefined) return sending(call, self, [job.opts]);
  const added = sending(call, self, [{ ...job.opts, [FLOW]: message.text }]);
  return watchAdded(added, { self, client, key, queue, message, job, id });
}

// Versions 4 and 5: addJob(client, job, opts, id, parent).
const addJob = (original) => function addWithFlow(client, job, opts, id, ...more) {
  return adding(this, client, this.queue.keys[''], { job: { ...job, opts }, id },
    (own) => apply(original, this, [client, job, own, id, ...more]));
};

// Version 6: addJobToTransaction(client, job, id, parent, keys), which may be those of another queue.
const addJobToTransaction = (original) => function addWithFlow(client, job, id, parent, keys = this.queue.keys) {
  return adding(this, client, keys[''], { job, id },
    (opts) => apply(original, this, [client, { ...job, opts }, id, parent, keys]));
};

// The options are a text up to version 5.
function taken(opts) {
  if (typeof opts !== 'string') return opts?.[FLOW] === undefined ? undefined : { ...opts };
  return opts.includes(FLOW) ? JSON.parse(opts) : undefined;
}

const fromJSON = (original) => function withoutFlow(queue, json, ...more) {
  const opts = taken(json?.opts);
  if (opts === undefined) return apply(original, this, [queue, json, ...more]);
  const { [FLOW]: text, ...own } = opts;
  const given = { ...json, opts: typeof json.opts === 'string' ? JSON.stringify(own) : own };
  const job = apply(original, this, [queue, given, ...more]);
  flowOfJob.set(job, text);
  return job;
};

const run = (original) => function consume(...args) {
  consumes('bullmq', this.qualifiedName);
  return apply(original, this, args);
};

// A job that fails may be tried again: the flow is done when the job is finished.
const processJob = (original) => function processWithFlow(job, ...more) {
  const text = flowOfJob.get(job);
  const name = `${job.queueName ?? this.name}/${job.name}`;
  const { context, done } = receive({ queue: job.queueQualifiedName ?? this.qualifiedName, text, via: 'bullmq', name });
  const result = within(context, original, this, [job, ...more]);
  const end = () => { if (job.finishedOn) done(); };
  result.then(end, end);
  return result;
};

// A processor in a file runs in another process or thread.
const asJSONSandbox = (original) => function withFlow(...args) {
  const json = apply(original, this, args);
  const message = flowOfJob.get(this) === undefined ? undefined : send(`${this.queueQualifiedName} sandbox`);
  return message === undefined ? json : { ...json, [FLOW]: message.text };
};

const start = (original) => function startWithFlow({ [FLOW]: text, ...json }, ...more) {
  const queue = `${json.queueQualifiedName} sandbox`;
  const { context } = receive({ queue, text, via: 'bullmq', name: `${json.queueName}/${json.name}` });
  return within(context, original, this, [json, ...more]);
};

const quiet = (original) => function call(...args) {
  return quietly(() => apply(original, this, args));
};

const sends = (original) => function call(...args) {
  return sending(original, this, args);
};

/** Functions that take the place of the package's, by the name that model/stores gives them. */
const replaced = { addJob, addJobToTransaction, asJSONSandbox, fromJSON, processJob, quiet, run, sends, start };

module.exports = { replaced };
