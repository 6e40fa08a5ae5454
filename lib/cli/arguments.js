'use strict';
// Splits a command line into verb, flags (texts, by key), operands and the command after "--".
const { parseArgs } = require('node:util');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { nearest } = require('../options/nearest.js');
const { separatorOf } = require('../options/read.js');
const { optionsOf } = require('./settings.js');

// Verbs without operands.
const COMMAND_ALONE = new Set(['run', 'worker']);

// A list that is given twice has the parts of both.
function specOf(option) {
  const multiple = separatorOf(option.type) !== undefined;
  const spec = { type: option.type === 'flag' ? 'boolean' : 'string', multiple };
  if (option.short) spec.short = option.short;
  return spec;
}

// Returns the command that was written without "--": the first word that is not an option, and everything after it, if
// an option that the verb does not know follows.
function commandIn(args, options) {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const first = tokens.find(({ kind }) => kind === 'positional');
  const unknown = tokens.find(({ kind, name }) => kind === 'option' && !Object.hasOwn(options, name));
  return first && unknown?.index > first.index ? args.slice(first.index) : undefined;
}

function parse(verb, args, options, own) {
  const specs = { help: { type: 'boolean', short: 'h' }, 'help-all': { type: 'boolean' }, ...own };
  for (const option of options) specs[option.flag.slice(2)] = specOf(option);
  try {
    return parseArgs({ args, options: specs, allowPositionals: true });
  } catch (error) {
    const command = COMMAND_ALONE.has(verb) && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && commandIn(args, specs);
    if (command) throw new UserError(messages.commandWithoutDashes(verb, command));
    const [, flag] = /use .*'(--[\w-]+)=-XYZ'/.exec(error.message) ?? [];
    if (flag) throw new UserError(messages.dashValue(verb, flag));
    const [, unknown] = /^Unknown option '(--?[\w-]+)'/.exec(error.message) ?? [];
    if (unknown) {
      const known = Object.keys(specs).map((name) => `--${name}`);
      throw new UserError(messages.unknownOption(verb, unknown, nearest(unknown, known)));
    }
    // The first sentence of parseArgs says what is wrong; the others are about its own API.
    throw new UserError(messages.badArguments(verb, error.message.split(/\. |\n/)[0]));
  }
}

/**
 * Returns {help, flags, extra, operands, command}. If the user asked for help, `help` is 'common' or 'all'. `own`
 * describes flags that only this verb has and that are not settings, in the form of util.parseArgs; `extra` has their
 * values.
 */
function readArguments(verb, argv, own = {}) {
  const end = argv.indexOf('--');
  const args = end < 0 ? argv : argv.slice(0, end);
  const command = end < 0 ? undefined : argv.slice(end + 1);
  if (command && !command[0]) throw new UserError(messages.emptyCommand(verb));
  const options = optionsOf(verb);
  const { values, positionals } = parse(verb, args, options, own);
  const flags = {};
  for (const option of options) {
    const value = values[option.flag.slice(2)];
    if (value !== undefined) flags[option.key] = Array.isArray(value) ? value.join(separatorOf(option.type)) : value;
  }
  const extra = Object.fromEntries(Object.keys(own).map((name) => [name, values[name]]));
  const help = values['help-all'] ? 'all' : values.help && 'common';
  return { help, flags, extra, operands: positionals, command };
}

module.exports = { readArguments };
