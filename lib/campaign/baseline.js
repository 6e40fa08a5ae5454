'use strict';
// Runs a command with hooks and without delays, before the campaign. A command that fails by itself must not be blamed
// on delays. A command that fails beside a second one, for example because both listen on one port, must not be run
// side by side.
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { runSpec } = require('./context.js');
const { hasFailed } = require('../analysis/groups.js');
const { execute } = require('./execute.js');
const { LONG_QUIET_MS } = require('./lingering.js');
const { readOutputs } = require('./verdict.js');

const LONGEST_SECONDS = 600;

async function quietRun(context, store, { signal, name, ownTemp, beginnings, quietMs = LONG_QUIET_MS }) {
  const folder = store.makeRun(name);
  const options = { ...context.core, seed: 0, mode: 'never' };
  const timeout = context.values.timeout ?? LONGEST_SECONDS;
  const more = { ownTemp, beginnings, quietMs: Math.min(quietMs, timeout * 500) };
  const spec = runSpec(context, { options, signal, timeout, timeoutGiven: true, ...more });
  const { result, traces } = await execute(spec, folder);
  const run = { number: 0, kind: 'baseline', folder: path.join('runs', name), ...result };
  store.writeRun(folder, run);
  return { run, traces };
}

// Finds the preload's message when it refused to start: no binary for this machine, or a model that is not valid. Such
// a run says nothing about the command.
function preloadsComplaint({ verdict, hooked, folder }, store) {
  if (verdict === 'passed' || hooked) return undefined;
  const [, stderr] = readOutputs(path.join(store.folder, folder));
  return stderr.split('\n').find((line) => line.startsWith('nacd: '));
}

/** Makes the first run of a campaign; resolves to {run, traces}, the latter as execute() gives them. */
async function baseline(context, store, { signal, beginnings }) {
  const { run, traces } = await quietRun(context, store, { signal, name: 'baseline', ownTemp: false, beginnings });
  const complaint = preloadsComplaint(run, store);
  if (complaint) throw new UserError(complaint);
  return { run, traces };
}

/**
 * Resolves to {count, note}: the number of runs that may go side by side. This is tried before the first run with
 * delays: a port that is in use would look like a failure caused by a delay.
 */
async function sideBySide(context, store, { signal, quietMs }) {
  const { jobs } = context.values;
  if (jobs === 1) return { count: 1 };
  const names = Array.from({ length: jobs }, (_, index) => `baseline-${index + 1}-of-${jobs}`);
  const one = (name) => quietRun(context, store, { signal, name, ownTemp: true, quietMs });
  const quiet = await Promise.all(names.map(one));
  const bad = quiet.map(({ run }) => run).find(hasFailed);
  if (!bad) return { count: jobs };
  return { count: 1, note: messages.notSideBySide(jobs, bad.titles[0], context.values.isolate) };
}

module.exports = { baseline, sideBySide };
