'use strict';
// The variables and arguments of a child that preloads this package.

const path = require('node:path');
const { quoted } = require('../options/node-options.js');

const PRELOAD = path.join(__dirname, 'start.js');
const REQUIRE = /^(?:-r|--require|--import)$/;

function nodeOptions(text) {
  const flag = `--require ${quoted(PRELOAD)}`;
  if (text === undefined || text === '') return flag;
  return text.includes(flag) ? text : `${text} ${flag}`;
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

// The variables of a child whose variables are `given`.
function variables(given, seed, isLimited) {
  return {
    NODE_OPTIONS: nodeOptions(given.NODE_OPTIONS),
    NACD_SEED: given.NACD_SEED || String(seed),
    NACD_PARENT: String(process.pid),
    // A child that is given so much time must not skip its waiting: it would be done before.
    ...(isLimited && { NACD_CLOCK: 'real' }),
    ...(process.env.NACD_GATES === 'on' && { NACD_GATES: 'on' }),
  };
}

function withPreload(pairs, seed, isLimited) {
  const given = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
  const own = variables(given, seed, isLimited);
  const kept = pairs.filter((pair) => !Object.hasOwn(own, pair.slice(0, pair.indexOf('='))));
  return [...kept, ...Object.entries(own).map(([name, value]) => `${name}=${value}`)];
}

// A child that has our preload in its NODE_OPTIONS nevertheless gets to know that a program started it: then it does
// not report that it is refused.
const inherits = (flags) => flags?.includes(PRELOAD);

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

function withOptions(args, takesArgs, { seed, clock }) {
  const at = optionsIndex(args, takesArgs);
  const options = args[at];
  if (options !== undefined && options !== null && typeof options !== 'object') return args; // Node will say so
  const env = options?.env ?? process.env;
  if (typeof env !== 'object') return args;
  const command = [args[0], ...(takesArgs && Array.isArray(args[1]) ? args[1] : [])];
  if (isRestricted(command, env.NODE_OPTIONS)) {
    return inherits(env.NODE_OPTIONS) ? withVariables(args, at, env, { NACD_PARENT: String(process.pid) }) : args;
  }
  const text = (variable) => (env[variable] === undefined ? undefined : String(env[variable]));
  const given = { NODE_OPTIONS: text('NODE_OPTIONS'), NACD_SEED: text('NACD_SEED') };
  return withVariables(args, at, env, variables(given, seed, clock !== 'real' && options?.timeout > 0));
}

module.exports = { PRELOAD, inherits, isRestricted, resolved, withOptions, withPreload };
