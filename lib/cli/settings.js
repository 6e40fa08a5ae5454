'use strict';
// Reads the settings of one invocation: the flag, else the environment variable, else the configuration file, else the
// default. The tables check each value. The error of a bad one has the name under which the user gave it.
const { delimiter } = require('node:path');

const { CAMPAIGN_OPTIONS } = require('../options/campaign.js');
const { OPTIONS } = require('../options/program.js');
const { MODEL_OPTIONS } = require('../options/model.js');
const { REQUEST_OPTIONS } = require('../options/requests.js');
const { OptionError, readOne } = require('../options/read.js');
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { nearest } = require('../options/nearest.js');

// The campaign chooses the trace and the schedule of each run.
const CHOSEN_BY_THE_CAMPAIGN = new Set(['trace', 'schedule', 'requests', 'requestsPlan']);
const OF_VERBS = [...CAMPAIGN_OPTIONS, ...REQUEST_OPTIONS, ...MODEL_OPTIONS];
// These verbs delay nothing by themselves.
const WITHOUT_DELAYS = new Set(['merge', 'model', 'report', 'requests']);
// The campaign's asker chooses all others.
const OF_A_WORKER = new Set(['model', 'quiet']);

// Two options of the addon differ a little on the command line.
function asTheVerbsTakeIt(option) {
  if (option.key === 'quiet') return { ...option, help: 'print failures and errors only' };
  if (option.key === 'mode') return { ...option, values: option.values.filter((value) => value !== 'replay') };
  return option;
}

function optionsOf(verb) {
  const running = [...OF_VERBS, ...OPTIONS].filter(({ verbs = [] }) => verbs.includes(verb));
  if (running.length === 0) return [];
  if (WITHOUT_DELAYS.has(verb)) return running;
  const chosen = ({ key, verbs }) => (
    verbs !== undefined || CHOSEN_BY_THE_CAMPAIGN.has(key) || (verb === 'worker' && !OF_A_WORKER.has(key)));
  return [...running, ...OPTIONS.filter((option) => !chosen(option)).map(asTheVerbsTakeIt)];
}

function textOf(option, value) {
  if (!Array.isArray(value)) return String(value);
  return value.join(option.type === 'paths' ? delimiter : ',');
}

// `label` is the option's name in the message: a flag, a variable, or a file and key.
function checked(option, label, value) {
  const text = textOf(option, value);
  const problem = option.check?.(text);
  if (problem) throw new UserError(messages.badValue(label, text, problem));
  try {
    return readOne({ ...option, env: label }, text);
  } catch (error) {
    if (error instanceof OptionError) throw new UserError(error.message);
    throw error;
  }
}

function checkConfigKeys(config, known) {
  for (const key of Object.keys(config.values)) {
    if (key === 'command' || known.has(key)) continue;
    throw new UserError(messages.unknownConfigKey(config.file, key, nearest(key, ['command', ...known])));
  }
}

function configCommand(config) {
  const { command } = config.values;
  if (command === undefined) return undefined;
  const valid = Array.isArray(command) && command.length > 0 && command.every((part) => typeof part === 'string');
  if (!valid) throw new UserError(messages.badConfigCommand(config.file));
  return command;
}

function valueOf(option, { flags, env, config }) {
  if (flags[option.key] !== undefined) return checked(option, option.flag, flags[option.key]);
  if (env[option.env]) return checked(option, option.env, env[option.env]);
  if (config.values[option.key] !== undefined) {
    return checked(option, `${config.file}: ${option.key}`, config.values[option.key]);
  }
  return option.default;
}

/**
 * Returns {values, given, typed, command}. `given` has the keys that the user chose in any way; `values` has the
 * default for all others. `typed` has those of this invocation, not of the configuration file, and 'command'. `flags`
 * are texts from the command line by key.
 */
function readSettings(verb, { flags, command, env, config }) {
  const options = optionsOf(verb);
  checkConfigKeys(config, new Set([...OPTIONS, ...OF_VERBS].map((option) => option.key)));
  const values = {};
  const typed = new Set(command === undefined ? [] : ['command']);
  const given = new Set();
  for (const option of options) {
    values[option.key] = valueOf(option, { flags, env, config });
    if (flags[option.key] !== undefined || env[option.env]) typed.add(option.key);
    if (typed.has(option.key) || config.values[option.key] !== undefined) given.add(option.key);
  }
  if (values.minDelay > values.maxDelay) throw new UserError(messages.delaysCrossed(values.minDelay, values.maxDelay));
  // A command of the file is for other verbs than the requests of a served program.
  const ofFile = values.serve === undefined ? configCommand(config) : undefined;
  return { values, given, typed, command: command ?? ofFile };
}

module.exports = { optionsOf, readSettings };
