'use strict';
// Child node processes and workers are preloaded as well, however they are started: their environment names the preload
// and the seed, so that one seed repeats the whole tree of processes. The parent's own process.env stays as it is.

const path = require('node:path');
const { around } = require('./binding.js');
const { disguise, replace, setPromisified } = require('./glue/properties.js');
const { quoted } = require('../options/node-options.js');

const PRELOAD = path.join(__dirname, 'start.js');
const WORKER_PRELOAD = path.join(__dirname, 'worker.js');
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

const isPlain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// exec and execFile do not pass their time limit on to spawn. Returns a function that returns true inside a call with a
// limit.
function watchLimits(childProcess) {
  let isLimited = false;
  const watched = (original) => around(
    original,
    (...args) => (isLimited = args.find(isPlain)?.timeout > 0),
    () => (isLimited = false),
  );
  const { execFile } = childProcess;
  replace(childProcess, 'execFile', watched);
  const custom = execFile[Symbol.for('nodejs.util.promisify.custom')];
  setPromisified(childProcess.execFile, execFile, disguise(custom, watched(custom)));
  return () => isLimited;
}

/** Makes children that `childProcess` (the module's exports) starts preload this package, with this process's seed. */
function preloadChildren(childProcess, ours) {
  const isLimited = ours.clock !== 'real' ? watchLimits(childProcess) : () => false;
  replace(childProcess.ChildProcess.prototype, 'spawn', (spawn) => (_, self, given) => {
    const [options] = given;
    if (!Array.isArray(options?.envPairs)) return Reflect.apply(spawn, self, given);
    const args = Array.isArray(options.args) ? resolved(options.args) : options.args;
    const flags = options.envPairs.find((pair) => pair.startsWith('NODE_OPTIONS='))?.slice('NODE_OPTIONS='.length);
    if (isRestricted(args ?? [], flags)) {
      // Of two pairs with one name the first counts.
      const envPairs = [...(inherits(flags) ? [`NACD_PARENT=${process.pid}`] : []), ...options.envPairs];
      return Reflect.apply(spawn, self, [{ __proto__: null, ...options, args, envPairs }]);
    }
    const limit = ours.clock !== 'real' && (options.timeout > 0 || isLimited());
    const envPairs = withPreload(options.envPairs, ours.seed, limit);
    // No prototype, as Node's own: a program may have put something into Object.prototype.
    return Reflect.apply(spawn, self, [{ __proto__: null, ...options, args, envPairs }]);
  });
  for (const [name, takesArgs] of [['spawnSync', true], ['execFileSync', true], ['execSync', false]]) {
    replace(childProcess, name, (original) => (_, self, args) =>
      Reflect.apply(original, self, args.length === 0 ? args : withOptions(args, takesArgs, ours)));
  }
}

/** Makes workers whose flags are not this process's (`execArgv`) preload this package too. */
function preloadWorkers(workerThreads) {
  const { Worker } = workerThreads;
  const make = (args, newTarget) => {
    const [file, options, ...rest] = args;
    if (!Array.isArray(options?.execArgv)) return Reflect.construct(Worker, args, newTarget);
    const execArgv = ['--require', WORKER_PRELOAD, ...resolved(options.execArgv)];
    return Reflect.construct(Worker, [file, { __proto__: options, execArgv }, ...rest], newTarget);
  };
  // Called without `new`, a class throws its own error.
  const wrapper = disguise(Worker, (_, first, second) =>
    (Array.isArray(second) ? Reflect.apply(Worker, first, second) : make(first, second)));
  Worker.prototype.constructor = wrapper;
  workerThreads.Worker = wrapper;
}

module.exports = { preloadChildren, preloadWorkers };
