'use strict';
// Reads the settings of one invocation: the flag, else the environment variable, else the configuration file, else the
// default. The tables check each value. An error names the option as the user gave it.
const { delimiter } = require('node:path');

const { CAMPAIGN_OPTIONS } = require('../options/campaign.js');
const { PROGRAM_OPTIONS } = require('../options/program.js');
const { MODEL_OPTIONS } = require('../options/model.js');
const { REQUEST_OPTIONS } = require('../options/requests.js');
const { UNSUPPORTED, UNSUPPORTED_OF_TOOL } = require('../options/unsupported.js');
const { OptionError, readOne } = require('../options/read.js');
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { nearest } = require('../options/nearest.js');

const OF_VERBS = [...CAMPAIGN_OPTIONS, ...REQUEST_OPTIONS, ...MODEL_OPTIONS];
// These verbs delay nothing by themselves.
const WITHOUT_DELAYS = new Set(['merge', 'model', 'report', 'requests']);
// The machine that asks for runs chooses all the others.
const OF_A_WORKER = new Set(['model', 'quiet']);

// Values that only the tool itself gives.
const SET_BY_THE_TOOL = { mode: 'replay', strategy: 'planned' };

// Some options mean something slightly different on the command line.
function onCommandLine(option) {
  if (option.key === 'quiet') return { ...option, help: 'print failures and errors only' };
  const { [option.key]: own } = SET_BY_THE_TOOL;
  if (own) return { ...option, values: option.values.filter((value) => value !== own) };
  return option;
}

/** Returns the options of `verb`, those with a flag. */
function optionsOf(verb) {
  const own = OF_VERBS.filter(({ verbs }) => verbs.includes(verb));
  if (own.length === 0 || WITHOUT_DELAYS.has(verb)) return own;
  const isShown = ({ key, flag }) => flag !== undefined && (verb !== 'worker' || OF_A_WORKER.has(key));
  return [...own, ...PROGRAM_OPTIONS.filter(isShown).map(onCommandLine)];
}

// Benchmarks and tests set these by their variables.
function unsupportedOf(verb) {
  const delays = !WITHOUT_DELAYS.has(verb) && verb !== 'worker' && optionsOf(verb).length > 0;
  return [...UNSUPPORTED, ...UNSUPPORTED_OF_TOOL].filter(({ verbs }) => (verbs ? verbs.includes(verb) : delays));
}

const isPlain = (value) => ['string', 'number', 'boolean'].includes(typeof value);

// A configuration file may have any JSON.
function textOf(option, label, value) {
  const words = Array.isArray(value) ? value : [value];
  if (!words.every(isPlain)) {
    const shown = JSON.stringify(value);
    throw new UserError(messages.badValue(label, shown, 'allowed is a text, a number, true, false, or a list of these'));
  }
  return words.join(option.type === 'paths' ? delimiter : ',');
}

// `label` is the option's name in the message: a flag, a variable, or a file and key.
function checked(option, label, value) {
  const text = textOf(option, label, value);
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
  if (option.flag === undefined) return option.default;
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
  const options = [...optionsOf(verb), ...unsupportedOf(verb)];
  checkConfigKeys(config, new Set([...PROGRAM_OPTIONS, ...OF_VERBS].filter(({ flag }) => flag).map(({ key }) => key)));
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
