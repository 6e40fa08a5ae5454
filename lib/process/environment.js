'use strict';
// Makes the environment of one run: the user's variables, the preload in NODE_OPTIONS, and the options as variables.
const { delimiter } = require('node:path');

const { CAMPAIGN_OPTIONS } = require('../options/campaign.js');
const { quoted } = require('../options/node-options.js');
const { OPTIONS } = require('../options/program.js');
const { MODEL_OPTIONS } = require('../options/model.js');
const { REQUEST_OPTIONS } = require('../options/requests.js');

function nodeOptions(preload, before, extra = []) {
  return [before, ...extra, `--require ${quoted(preload)}`].filter(Boolean).join(' ');
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
  for (const option of [...OPTIONS, ...CAMPAIGN_OPTIONS, ...REQUEST_OPTIONS, ...MODEL_OPTIONS]) delete env[option.env];
  for (const option of OPTIONS) {
    const value = options[option.key];
    if (value !== undefined) env[option.env] = textOf(option, value);
  }
  // The campaign reports the seed of a failure itself.
  env.NACD_QUIET = '1';
  env.NACD_RUN_MARKER = marker;
  env.NODE_OPTIONS = nodeOptions(preload, base.NODE_OPTIONS, nodeArguments);
  return env;
}

module.exports = { environmentOf, nodeOptions, withoutRunner };
