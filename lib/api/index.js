'use strict';
// The verbs run and minimize for programs, with the same options (keys of docs/options.md).
const { Campaign } = require('../campaign/campaign.js');
const { makeContext } = require('../campaign/context.js');
const { locateFailure } = require('../files/locate.js');
const { Scratch } = require('../campaign/scratch.js');
const { readSettings } = require('../cli/settings.js');
const { minimizeFailure } = require('../minimize/failure.js');

// Options are checked like those of a configuration file; what the environment says does not count.
function contextOf(verb, { command, cwd = process.cwd(), env = process.env, signal, ...options }) {
  const config = { file: 'nacd-native', values: options };
  const settings = readSettings(verb, { flags: {}, command, env: {}, config });
  return makeContext({ ...settings, command }, { cwd, env, signal: signal ?? new AbortController().signal });
}

/** Makes a campaign; resolves to what campaign.json says. `onEvent` hears of each step. */
async function run({ command, onEvent = () => {}, ...options }) {
  if (!Array.isArray(command) || command.length === 0) throw new TypeError('command must be a list such as ["npm", "test"]');
  const campaign = new Campaign(contextOf('run', { command, ...options }));
  for await (const event of campaign.events()) onEvent(event);
  return campaign.state;
}

/** Minimizes a failure: a schedule file, the folder of a run, a results folder, or the id of a kept failure. */
async function minimize({ failure, onEvent = () => {}, ...options }) {
  const context = contextOf('minimize', options);
  const located = locateFailure(failure, context);
  const scratch = new Scratch({ ...context, command: located.command }, 'minimize');
  return minimizeFailure({ context, located, scratch, onEvent });
}

module.exports = { run, minimize };
