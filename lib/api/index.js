'use strict';
// Offers the verbs run and minimize to programs, with the same options (keys of docs/reference/options.md).
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { continueFrom, makeContext } = require('../campaign/context.js');
const { locateFailure } = require('../files/locate.js');
const { Scratch } = require('../campaign/scratch.js');
const { readSettings } = require('../cli/settings.js');
const { minimizeFailure } = require('../minimize/failure.js');
const { makeCampaign } = require('../queue/ask.js');
const { proveRace } = require('./race.js');

// Options are checked like those of a configuration file. Options in environment variables do not count.
function contextOf(verb, { command, cwd = process.cwd(), env = process.env, signal, ...options }) {
  const config = { file: 'nacd-native', values: options };
  const settings = readSettings(verb, { flags: {}, command, env: {}, config });
  return makeContext({ ...settings, command }, { cwd, env, signal: signal ?? new AbortController().signal });
}

/** Makes a campaign and calls `onEvent` with each of its events. Resolves to the content of campaign.json. */
async function run({ command, onEvent = () => {}, ...options }) {
  if (!Array.isArray(command) || command.length === 0) throw new TypeError('command must be a list such as ["npm", "test"]');
  const given = new Set(Object.keys(options));
  return makeCampaign(contextOf('run', { command, ...options }), { given, say: () => {}, onEvent: (event) => onEvent(event) });
}

/** Minimizes a failure, named by a schedule file, a folder of a run or of results, or the id of a kept failure. */
async function minimize({ failure, onEvent = () => {}, ...options }) {
  const asked = contextOf('minimize', options);
  const located = locateFailure(failure, asked);
  if (!located.trusted && !asked.values.yes) throw new UserError(messages.notRun(located.shown, located.command));
  const context = continueFrom(asked, located);
  const scratch = await Scratch.open(context, 'minimize');
  try {
    return await minimizeFailure({ context, located, scratch, onEvent });
  } finally {
    scratch.close();
  }
}

module.exports = { run, minimize, proveRace };
