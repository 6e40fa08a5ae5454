'use strict';
// Runs a command with hooks and without delays, before the campaign. A failure that the command has by itself must not
// be blamed on delays, so a command that fails is run several times. A command that fails beside a second one, for
// example because both listen on one port, must not be run side by side.
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { plainSummary } = require('./aside.js');
const { plainOptions, runSpec } = require('./context.js');
const { hasFailed } = require('../analysis/groups.js');
const { writtenBy } = require('./demand.js');
const { execute } = require('./execute.js');
const { LONG_QUIET_MS, SHORT_QUIET_MS } = require('./lingering.js');
const { failingTests, passedTests } = require('./outputs/index.js');
const { LONGEST_SECONDS } = require('../process/patience.js');
const { readOutputs } = require('./read-outputs.js');
const { plainEndsOf } = require('./written-errors.js');

const PLAIN_RUNS = 5;

async function quietRun(context, store, { signal, name, ownTemp, beginnings, quietMs = LONG_QUIET_MS, isRepeated }) {
  const folder = store.makeRun(name);
  // The trace of the first one says where the thread could stall.
  const options = isRepeated ? plainOptions(context) : { ...context.core, stalls: 1, seed: 0, mode: 'never' };
  const timeout = context.values.timeout ?? LONGEST_SECONDS;
  const parts = { beginnings, beginningsOfFailure: beginnings, quietMs: Math.min(quietMs, timeout * 500) };
  const more = { options, signal, timeout, timeoutGiven: true, ownTemp, ...parts };
  const { result, traces } = await execute(runSpec(context, more), folder);
  const run = { number: 0, kind: 'baseline', folder: `runs/${name}`, ...result };
  const written = writtenBy(folder, traces.delayed); // before the output is cut
  if (!hasFailed(run) && store.boundRun(folder)) run.cut = true; // the output of one that failed is still read
  store.writeRun(folder, run);
  return { run, traces, written, ends: plainEndsOf(traces) };
}

// Finds the preload's message when it refused to start: no binary for this machine, or a model that is not valid. Such
// a run says nothing about the command.
function preloadsComplaint({ verdict, hooked, folder }, store) {
  if (verdict === 'passed' || hooked) return undefined;
  const [, stderr] = readOutputs(path.join(store.folder, folder));
  return stderr.split('\n').find((line) => line.startsWith('nacd: '));
}

// Adds what plainSummary() needs.
function withTests(run, store) {
  if (!hasFailed(run)) return run;
  const outputs = readOutputs(path.join(store.folder, run.folder));
  return { ...run, named: failingTests(...outputs).length > 0, others: passedTests(...outputs) };
}

/** Yields `name`-`from` to `name`-`to`; none `longest` seconds, or half of --time, after `began`. */
function* repeatedNames(context, { name, from, to, longest = LONGEST_SECONDS, began = performance.now() }) {
  const seconds = Math.min(longest, (context.values.time ?? Infinity) / 2);
  for (let count = from; count <= to; count++) {
    if (performance.now() - began > seconds * 1000) return;
    yield `${name}-${count}`;
  }
}

/**
 * Yields {run, traces, written, ends} of the first run of a campaign, as execute(), writtenBy() and plainEndsOf() give
 * them, and of its repetitions if it fails. These leave the event loop alone: they say how often the command fails by
 * itself. If the user interrupts, the last run has the verdict `interrupted`.
 */
async function* baseline(context, store, { signal, beginnings }) {
  const began = performance.now();
  const more = { signal, ownTemp: false, beginnings };
  const first = await quietRun(context, store, { ...more, name: 'baseline' });
  const complaint = preloadsComplaint(first.run, store);
  if (complaint) throw new UserError(complaint);
  if (first.run.hang?.kind === 'unfinished') throw new UserError(messages.doesNotFinish(first.run.hang));
  yield first;
  if (!hasFailed(first.run)) return;
  let { lingers } = first.run;
  for (const name of repeatedNames(context, { name: 'baseline', from: 2, to: PLAIN_RUNS, began })) {
    const quietMs = lingers ? SHORT_QUIET_MS : undefined;
    const next = await quietRun(context, store, { ...more, name, isRepeated: true, quietMs });
    lingers ??= next.run.lingers;
    yield next;
    if (next.run.verdict === 'interrupted') return;
  }
}

/** Returns plainSummary() of the runs that baseline() yielded. */
function plainOf(runs, store) {
  return plainSummary(runs.map((run) => withTests(run, store)));
}

/**
 * Resolves to {count, note, ended}: the number of runs that may go side by side, and those that tried it. If there is a
 * `note`, which says why they may not, these runs say nothing about the command. This is tried
 * before the first run with delays: a port that is in use would look like a failure caused by a delay. Failures that
 * `plain` has are no reason.
 */
async function sideBySide(context, store, { signal, plain, quietMs }) {
  const { jobs } = context.values;
  if (jobs === 1) return { count: 1, ended: [] };
  const names = Array.from({ length: jobs }, (_, index) => `baseline-${index + 1}-of-${jobs}`);
  const one = (name) => quietRun(context, store, { signal, name, ownTemp: true, quietMs });
  const quiet = await Promise.all(names.map(one));
  const known = new Set([...plain.aside, ...plain.flaky.map(({ title }) => title)]);
  const isNew = (run) => hasFailed(run) && run.titles.some((title) => !known.has(title));
  const ended = quiet.map(({ run, written, ends }) => ({ ...run, written, ends }));
  const bad = ended.find(isNew);
  if (!bad) return { count: jobs, ended };
  const note = messages.notSideBySide(jobs, bad.titles[0], context.values.isolate);
  return { count: 1, ended, note };
}

module.exports = { baseline, plainOf, repeatedNames, sideBySide };
