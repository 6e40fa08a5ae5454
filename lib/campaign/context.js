'use strict';
// What all verbs that run a command share: settings of an invocation made into the parts that a run is given.
const path = require('node:path');

const { OPTIONS } = require('../options/program.js');
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { isolation } = require('../process/isolate.js');

const PRELOAD = path.join(__dirname, '..', 'preload', 'start.js');
// The campaign chooses these itself, for each run.
const CHOSEN = new Set(['trace', 'schedule', 'quiet']);

function coreOptions(values) {
  const options = {};
  for (const { key } of OPTIONS) {
    if (!CHOSEN.has(key) && values[key] !== undefined) options[key] = values[key];
  }
  return options;
}

function prefixOf(values) {
  if (!values.isolate) return undefined;
  const { prefix, problem } = isolation();
  if (problem) throw new UserError(messages.noIsolation(problem));
  return prefix;
}

/**
 * `settings` as readSettings gives them; `signal` ends everything. `preload` is another preload than the addon's, for
 * tests.
 */
function makeContext(settings, { cwd, env, signal, preload = env.NACD_TEST_PRELOAD ?? PRELOAD }) {
  const { values } = settings;
  return {
    ...settings,
    core: coreOptions(values),
    cwd,
    env,
    signal,
    preload,
    out: path.resolve(cwd, values.out),
    failures: path.resolve(cwd, values.failures ?? path.join(values.out, 'failures')),
    prefix: prefixOf(values),
  };
}

/** The part of a run's description (see execute.js) that does not differ between the runs of an invocation. */
function runSpec(context, more) {
  const { cwd, env, preload, signal, prefix, command, values } = context;
  return {
    cwd, env, preload, signal, prefix, command,
    failOn: values.failOn,
    timeout: values.timeout,
    timeoutGiven: context.given.has('timeout'),
    ...more,
  };
}

module.exports = { makeContext, runSpec };
