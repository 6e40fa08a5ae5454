'use strict';
// Turns the settings of an invocation into the description of a run. All verbs that run a command use it.
const fs = require('node:fs');
const path = require('node:path');

const { OPTIONS } = require('../options/program.js');
const { watchingOf } = require('../options/watch-mode.js');
const { EXIT, UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { isolation } = require('../process/isolate.js');

const PRELOAD = path.join(__dirname, '..', 'preload', 'start.js');
// The campaign chooses these for each run.
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

// A run would say the same, but only after it was started.
function checkModels({ model = [] }, cwd) {
  const missing = model.find((name) => name && !fs.existsSync(path.resolve(cwd, name)));
  if (missing) throw new UserError(messages.modelMissing(missing));
}

// Such a command never ends, so each run would take as long as its timeout.
function checkEnds(command, cwd) {
  const watching = command && watchingOf(command, cwd);
  if (watching) throw new UserError(messages.watchRefused(watching), EXIT.usage);
}

/**
 * Returns the context of a verb from `settings` (cli/settings.js). An abort of `signal` ends all runs. Tests give a
 * `preload` that replaces the addon's.
 */
function makeContext(settings, { cwd, env, signal, preload = env.NACD_TEST_PRELOAD ?? PRELOAD }) {
  const { values } = settings;
  checkModels(values, cwd);
  checkEnds(settings.command, cwd);
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

/**
 * Returns `context` for the verbs that continue from a failure, which locateFailure() found: with its command, and with
 * its results folder for what they write, unless the user gave another.
 */
function continueFrom(context, { command, results }) {
  checkEnds(command, context.cwd);
  const out = results && !context.given.has('out') ? results : context.out;
  const failures = context.given.has('failures') ? context.failures : path.join(out, 'failures');
  return { ...context, command, out, failures };
}

/** Returns the description of a run for execute(): what all runs of an invocation have in common, and `more`. */
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

/**
 * Returns the options of a run that asks whether the command fails by itself: it has no delays, and the event loop is
 * left alone.
 */
const plainOptions = ({ core }) => ({ ...core, seed: 0, mode: 'never', engine: 'api', clock: 'real' });

module.exports = { makeContext, continueFrom, plainOptions, runSpec };
