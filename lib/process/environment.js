'use strict';
// Makes the environment of one run: the user's variables, the preload in NODE_OPTIONS, and the options as variables.
const { delimiter } = require('node:path');

const { CAMPAIGN_OPTIONS } = require('../options/campaign.js');
const { quoted } = require('../options/node-options.js');
const { OPTIONS } = require('../options/program.js');
const { MODEL_OPTIONS } = require('../options/model.js');
const { REQUEST_OPTIONS } = require('../options/requests.js');
const { UNSUPPORTED_OF_TOOL } = require('../options/unsupported.js');

/**
 * Returns the variables that make Node.js processes load `preload`, a file, after what NODE_OPTIONS says `before` and
 * `extra`. The second one is for programs that set NODE_OPTIONS anew (own-node.js).
 */
function preloadVariables(preload, before, extra = []) {
  const flag = `--require ${quoted(preload)}`;
  return { NODE_OPTIONS: [before, ...extra, flag].filter(Boolean).join(' '), NACD_NODE_OPTION: flag };
}

const OF_A_RUNNER = /^(?:NACD_(?!TEST_).*|NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST.*)$/;

/**
 * Returns the variables for a command that a test starts: those of the surrounding test runner, and of a run of nacd's
 * around it, are for their own children.
 */
function withoutRunner(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_RUNNER.test(name)));
}

function textOf(option, value) {
  if (option.type === 'flag') return value ? '1' : '0';
  if (Array.isArray(value)) return value.join(option.type === 'paths' ? delimiter : ',');
  return String(value);
}

/**
 * Returns the environment of a run. `options` have the keys of the option table. Absent ones get their defaults,
 * whatever the user's environment says, so that no variable of today changes a replay. `marker` identifies the
 * processes of the run (kill-tree.js).
 */
function environmentOf({ base, preload, options, marker, nodeArguments }) {
  const env = { ...base };
  const all = [OPTIONS, CAMPAIGN_OPTIONS, REQUEST_OPTIONS, MODEL_OPTIONS, UNSUPPORTED_OF_TOOL].flat();
  for (const option of all) delete env[option.env];
  for (const option of OPTIONS) {
    const value = options[option.key];
    if (value !== undefined) env[option.env] = textOf(option, value);
  }
  // The campaign reports the seed of a failure itself.
  env.NACD_QUIET = '1';
  env.NACD_RUN_MARKER = marker;
  delete env.NACD_PLACE; // of a run that this one is a part of
  return { ...env, ...preloadVariables(preload, base.NODE_OPTIONS, nodeArguments) };
}

module.exports = { environmentOf, preloadVariables, withoutRunner };
