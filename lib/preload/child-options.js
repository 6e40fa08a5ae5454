'use strict';
// The variables and arguments of a child that preloads this package.

const path = require('node:path');
const { quoted } = require('../options/node-options.js');
const { ownNode } = require('../options/own-node.js');
const { OPTIONS } = require('../options/program.js');
const { placeOfChild } = require('../trace/place.js');

const PRELOAD = path.join(__dirname, 'start.js');
const FLAG = `--require ${quoted(PRELOAD)}`;
const REQUIRE = /^(?:-r|--require|--import)$/;

function nodeOptions(text) {
  if (text === undefined || text === '') return FLAG;
  return text.includes(FLAG) ? text : `${text} ${FLAG}`;
}

// Under such flags a child that loads a file or an addon it was not allowed to fails: it runs as it would.
const RESTRICTED = /(?:^|\s)--(?:experimental-)?(?:permission|policy)\b/;
const UNRESTRICTED = /--allow-addons[^]*--allow-fs-read=\*|--allow-fs-read=\*[^]*--allow-addons/;

// NODE_OPTIONS in such a file count only where the environment has none: ours would keep them out.
const ENV_FILE = /(?:^|\s)--env-file\b/;

/** Returns true if a child must do without our preload. `options`: its NODE_OPTIONS. */
function isRestricted(args, options = '') {
  const flags = `${args.filter((arg) => typeof arg === 'string').join(' ')} ${options}`;
  return (RESTRICTED.test(flags) && !UNRESTRICTED.test(flags)) || (options === '' && ENV_FILE.test(flags));
}

// Returns the options of this process that a child does not have because the program made its environment anew: without
// them it would take the defaults. The options of another run are complete.
function missing(given, inherited) {
  const { NACD_RUN_MARKER: run } = given;
  if (run !== undefined && run !== inherited.NACD_RUN_MARKER) return {};
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => given[name] === undefined));
}

// Delays take at most this share of a child's time limit, which may be weeks.
const HELD_SHARE = 4;
const { env: HELD_BUDGET, max: MOST_BUDGET } = OPTIONS.find(({ key }) => key === 'heldBudget');

// Returns the variables of a child that is killed after `timeout` ms: one that skips its waiting would be done before
// its limit. `budget`: what was asked for, text.
function withinLimit(timeout, budget) {
  const most = Math.min(Math.max(1, Math.floor(timeout / HELD_SHARE)), MOST_BUDGET);
  return { NACD_CLOCK: 'real', [HELD_BUDGET]: !budget || Number(budget) > most ? String(most) : budget };
}

// Returns the variables that a child gets whose variables are `given`. `inherited`: this process's options.
// `clockForChildren()`: how far our clock is ahead of the real one, or ''. A child's clock starts from ours.
// `timeOfDayForChildren()`: where programs that a test starts find its time of day; without it those of this process
// look where this process does. `timeout`: its limit of real time, ms, or 0.
function variables(given, { seed, inherited = {}, clockForChildren, timeOfDayForChildren }, timeout) {
  const ahead = clockForChildren?.();
  return {
    ...missing(given, inherited),
    NODE_OPTIONS: nodeOptions(given.NODE_OPTIONS),
    NACD_SEED: given.NACD_SEED || String(seed),
    NACD_PARENT: String(process.pid),
    ...placeOfChild(),
    ...(ahead && { NACD_CLOCK_AHEAD: ahead }),
    ...(timeOfDayForChildren && { NACD_TIME_OF_DAY: timeOfDayForChildren() }),
    ...(timeout > 0 && withinLimit(timeout, given[HELD_BUDGET] ?? inherited[HELD_BUDGET])),
    ...(process.env.NACD_GATES === 'on' && { NACD_GATES: 'on' }),
  };
}

const variablesIn = (pairs) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));

/** Returns a child's `pairs`, as "NAME=value", with our variables. `more`: further ones of ours. */
function withPreload(pairs, ours, timeout, more = {}) {
  const own = { ...more, ...variables({ ...variablesIn(pairs), ...more }, ours, timeout) };
  const kept = pairs.filter((pair) => !Object.hasOwn(own, pair.slice(0, pair.indexOf('='))));
  return [...kept, ...Object.entries(own).map(([name, value]) => `${name}=${value}`)];
}

// A child that has our preload in its NODE_OPTIONS nevertheless gets to know that a program started it: then it does
// not report that it is refused.
const inherits = (flags) => flags?.includes(PRELOAD) || flags?.includes(quoted(PRELOAD));

// `-r nacd-native` is resolved from the child's working directory, where the package may not be found.
function resolved(args) {
  return args.map((arg, i) => (arg === 'nacd-native' && REQUIRE.test(args[i - 1]) ? PRELOAD : arg));
}

// Returns the index of the options among the arguments of a synchronous function: (file[, args][, options]) or
// (command[, options]).
function optionsIndex(args, takesArgs) {
  const first = takesArgs && (Array.isArray(args[1]) || args[1] == null) ? 2 : 1;
  return Math.min(first, Math.max(args.length, 1));
}

function withVariables(args, at, env, more) {
  const changed = [...args];
  changed[at] = { __proto__: null, ...args[at], env: { ...env, ...more } };
  return changed;
}

// Variables that the program gave as something else than text.
const texts = (env) => Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:NODE_OPTIONS$|NACD_)/.test(name))
  .filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));

// Returns the time limit of a child, ms, or 0. The limit of a test file, which a runner sets, counts the test's own
// time: delays that take real time would use it up.
const limitOf = (ours, timeout) => (timeout > 0 && !ours.limitsFiles ? timeout : 0);

function withOptions(args, takesArgs, ours) {
  const at = optionsIndex(args, takesArgs);
  const options = args[at];
  if (options !== undefined && options !== null && typeof options !== 'object') return args; // Node will say so
  const env = options?.env ?? process.env;
  if (typeof env !== 'object') return args;
  const command = [args[0], ...(takesArgs && Array.isArray(args[1]) ? args[1] : [])];
  if (isRestricted(command, env.NODE_OPTIONS)) {
    return inherits(env.NODE_OPTIONS) ? withVariables(args, at, env, { NACD_PARENT: String(process.pid) }) : args;
  }
  const more = { ...variables(texts(env), ours, limitOf(ours, options?.timeout)), ...ownNode(command, env, FLAG) };
  return withVariables(args, at, env, more);
}

const isText = (value) => typeof value === 'string' && !value.includes('\0');

/** Returns the arguments of process.execve(file, args, env) with our variables. */
function execArguments(given, ours) {
  const [file, args, env = process.env] = given;
  // Node will say so, and show the object as the program gave it.
  if (typeof env !== 'object' || env === null || !Object.entries(env).flat().every(isText)) return given;
  const words = Array.isArray(args) ? resolved(args) : args;
  if (isRestricted([file, ...(Array.isArray(args) ? args : [])], env.NODE_OPTIONS)) return given;
  return [file, words, { ...env, ...variables(texts(env), ours, 0) }];
}

// Tells a worker which of its variables are ours, and what the program gave in their place.
const ADDED = 'NACD_ADDED';

/** Makes `env` of a worker what the program gave it, once our options are read. */
function forgetAdded(env) {
  if (env[ADDED] === undefined) return;
  const given = JSON.parse(env[ADDED]);
  delete env[ADDED];
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
}

// Tells a worker thread that a test runner or transformer has made it.
const OF_MACHINERY = 'NACD_OF_MACHINERY';

/** Returns the options of a new Worker that a test runner or transformer makes. */
function withMark(options) {
  const env = options?.env ?? process.env;
  if (typeof env !== 'object') return options;
  const added = { ...JSON.parse(env[ADDED] ?? '{}'), [OF_MACHINERY]: null };
  return { __proto__: options ?? null, env: { ...env, [OF_MACHINERY]: '1', [ADDED]: JSON.stringify(added) } };
}

/**
 * Returns the options of a new Worker. An environment of its own (`env`) would keep out this process's options, and the
 * preload where that is in NODE_OPTIONS.
 */
function withEnvironment(options, ours) {
  const { env } = options ?? {};
  if (typeof env !== 'object' || env === null || env === process.env) return options;
  const { NODE_OPTIONS, NACD_SEED, ...others } = { ...texts(env), ...variables(texts(env), ours, 0) };
  delete others.NACD_PARENT;
  delete others.NACD_PLACE;
  delete others.NACD_CLOCK_AHEAD; // a thread has the clock of its process
  delete others.NACD_TIME_OF_DAY;
  const preload = Array.isArray(options.execArgv) ? {} : { NODE_OPTIONS };
  const added = { ...others, NACD_SEED, ...preload };
  const before = Object.fromEntries(Object.keys(added).map((name) => [name, texts(env)[name] ?? null]));
  return { __proto__: options, env: { ...env, ...added, [ADDED]: JSON.stringify(before) } };
}

module.exports = {
  FLAG, PRELOAD, execArguments, forgetAdded, inherits, isRestricted, limitOf, resolved, variablesIn, withEnvironment,
  withMark, withOptions, withPreload,
};
