'use strict';
// Reads options from environment variables and checks them against the table. The error of a bad value is one line with
// the variable, the value and the allowed values.

const { OPTIONS } = require('./program.js');

class OptionError extends Error {}

function fail(option, text, allowed) {
  throw new OptionError(`nacd: ${option.env}=${text} is not valid: ${allowed}`);
}

const DIGITS = '0123456789';

// These use no regular expressions, which each start would compile.
const isMadeOf = (text, allowed) => [...text].every((character) => allowed.includes(character));
const isWhole = (text) => isMadeOf(text.startsWith('-') ? text.slice(1) : text, DIGITS);
const endsInDigit = (text) => text !== '' && DIGITS.includes(text.at(-1));
// Number() checks the rest.
const isDecimal = (text) => isMadeOf(text, `${DIGITS}.eE+-`) && isMadeOf(text[0], `${DIGITS}.`) && endsInDigit(text) &&
  endsInDigit(text.split('E').join('e').split('e')[0]);

function readNumber(option, text) {
  const isNumber = option.type === 'integer' ? isWhole : isDecimal;
  const value = text !== '' && isNumber(text) ? Number(text) : NaN;
  if (!(value >= option.min && value <= option.max)) {
    const kind = option.type === 'integer' ? 'a whole number' : 'a number';
    fail(option, text, `allowed is ${kind} from ${option.min} to ${option.max}`);
  }
  return value;
}

function readFlag(option, text) {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  return fail(option, text, 'allowed is 1, true, 0 or false');
}

/** Returns the text between the parts of an option of this type, or undefined if it has one part. */
function separatorOf(type) {
  if (type === 'list') return ',';
  return type === 'paths' ? require('node:path').delimiter : undefined;
}

function readOne(option, text) {
  switch (option.type) {
    case 'integer':
    case 'number':
      return readNumber(option, text);
    case 'choice':
      if (!option.values.includes(text)) fail(option, text, `allowed is one of ${option.values.join(', ')}`);
      return text;
    case 'flag':
      return readFlag(option, text);
    case 'list':
      return text.split(separatorOf('list')).map((part) => part.trim()).filter(Boolean);
    case 'paths':
      return text.split(separatorOf('paths')).filter(Boolean);
    default:
      return text;
  }
}

/**
 * Reads every option of the table from `env`. Absent and empty variables give the default, or undefined if there is
 * none. Throws an OptionError whose message is the line to print.
 */
function readOptions(env) {
  const options = {};
  for (const option of OPTIONS) {
    const text = env[option.env];
    options[option.key] = text === undefined || text === '' ? option.default : readOne(option, text);
  }
  if (options.minDelay > options.maxDelay) {
    throw new OptionError(
      `nacd: NACD_MIN_DELAY=${options.minDelay} is not valid: it must not be above NACD_MAX_DELAY (${options.maxDelay})`,
    );
  }
  if (options.mode === 'replay' && options.schedule === undefined) {
    throw new OptionError('nacd: NACD_MODE=replay needs NACD_SCHEDULE, the schedule file to replay');
  }
  if (options.requests !== undefined && options.trace === undefined) {
    throw new OptionError(`nacd: NACD_REQUESTS=${options.requests} needs NACD_TRACE, the folder to record into`);
  }
  return options;
}

function absolute(type, text) {
  const { resolve } = require('node:path');
  if (type === 'path') return resolve(text);
  const separator = separatorOf(type);
  return text.split(separator).map((part) => part && resolve(part)).join(separator);
}

const PATHS = [...OPTIONS.filter(({ type }) => type.startsWith('path')), { env: 'NACD_GATES_OUT', type: 'path' }];

/**
 * Makes the paths in the variables of `env` absolute: children may start in another folder, and the program may change
 * its own before it starts a thread. Leaves absolute ones as they are.
 */
function makePathsAbsolute(env) {
  for (const { env: name, type } of PATHS) {
    const text = env[name];
    if (!text) continue;
    const changed = absolute(type, text);
    if (changed !== text) env[name] = changed;
  }
}

const INHERITED = [...OPTIONS.map(({ env }) => env), 'NACD_RUN_MARKER', 'NACD_GATES_OUT', 'NACD_CLOCK_AHEAD', 'NACD_TIME_OF_DAY'];

/** Returns those variables of `env` that children need to run as this process does. */
function inheritedVariables(env) {
  const all = {};
  for (const name of INHERITED) if (env[name]) all[name] = env[name];
  return all;
}

module.exports = { readOptions, readOne, separatorOf, inheritedVariables, makePathsAbsolute, OptionError };
