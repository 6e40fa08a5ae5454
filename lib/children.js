'use strict';
// Child node processes and workers are preloaded as well, however they are started: their environment tells them so,
// and the seed, so that one seed repeats the whole tree of processes. The parent's own process.env stays as it is.

const path = require('node:path');
const { replace } = require('./glue/properties.js');

const PRELOAD = path.join(__dirname, 'preload.js');
const WORKER_PRELOAD = path.join(__dirname, 'worker-preload.js');
const REQUIRE = /^(?:-r|--require|--import)$/;

function quoted(file) {
  return /[\s"\\]/.test(file) ? `"${file.replace(/[\\"]/g, '\\$&')}"` : file;
}

function nodeOptions(text) {
  const flag = `--require ${quoted(PRELOAD)}`;
  if (text === undefined || text === '') return flag;
  return text.includes(flag) ? text : `${text} ${flag}`;
}

// Under such flags a child that loads a file or an addon it was not allowed to fails: it runs as it would.
const RESTRICTED = /(?:^|\s)--(?:experimental-)?(?:permission|policy)\b/;
const UNRESTRICTED = /--allow-addons[^]*--allow-fs-read=\*|--allow-fs-read=\*[^]*--allow-addons/;

function isRestricted(args, options = '') {
  const flags = `${args.filter((arg) => typeof arg === 'string').join(' ')} ${options}`;
  return RESTRICTED.test(flags) && !UNRESTRICTED.test(flags);
}

function withPreload(pairs, seed) {
  const given = pairs.findIndex((pair) => pair.startsWith('NODE_OPTIONS='));
  const text = given < 0 ? undefined : pairs[given].slice('NODE_OPTIONS='.length);
  const result = pairs.filter((pair, i) => i !== given && pair !== 'NACD_SEED=');
  result.push(`NODE_OPTIONS=${nodeOptions(text)}`);
  if (!result.some((pair) => pair.startsWith('NACD_SEED='))) result.push(`NACD_SEED=${seed}`);
  return [...result.filter((pair) => !pair.startsWith('NACD_PARENT=')), `NACD_PARENT=${process.pid}`];
}

// `-r nacd-native` is resolved from the child's working directory, where the package may not be found.
function resolved(args) {
  return args.map((arg, i) => (arg === 'nacd-native' && REQUIRE.test(args[i - 1]) ? PRELOAD : arg));
}

// Where the options are among a synchronous function's arguments: (file[, args][, options]) or (command[, options]).
function optionsIndex(args, takesArgs) {
  const first = takesArgs && (Array.isArray(args[1]) || args[1] == null) ? 2 : 1;
  return Math.min(first, Math.max(args.length, 1));
}

function withOptions(args, takesArgs, seed) {
  const at = optionsIndex(args, takesArgs);
  const options = args[at];
  if (options !== undefined && options !== null && typeof options !== 'object') return args; // Node will say so
  const env = options?.env ?? process.env;
  if (typeof env !== 'object') return args;
  const command = [args[0], ...(takesArgs && Array.isArray(args[1]) ? args[1] : [])];
  if (isRestricted(command, env.NODE_OPTIONS)) return args;
  const changed = [...args];
  const pair = (variable) => (env[variable] === undefined ? undefined : String(env[variable]));
  changed[at] = {
    ...options,
    env: {
      ...env,
      NODE_OPTIONS: nodeOptions(pair('NODE_OPTIONS')),
      NACD_SEED: pair('NACD_SEED') || String(seed),
      NACD_PARENT: String(process.pid),
    },
  };
  return changed;
}

/** Makes children that `childProcess` (the module's exports) starts preload this package, with this process's seed. */
function preloadChildren(childProcess, { seed }) {
  replace(childProcess.ChildProcess.prototype, 'spawn', (spawn) => (_, self, given) => {
    const [options] = given;
    if (!Array.isArray(options?.envPairs)) return Reflect.apply(spawn, self, given);
    const args = Array.isArray(options.args) ? resolved(options.args) : options.args;
    const flags = options.envPairs.find((pair) => pair.startsWith('NODE_OPTIONS='));
    if (isRestricted(args ?? [], flags)) return Reflect.apply(spawn, self, [{ ...options, args }]);
    return Reflect.apply(spawn, self, [{ ...options, args, envPairs: withPreload(options.envPairs, seed) }]);
  });
  for (const [name, takesArgs] of [['spawnSync', true], ['execFileSync', true], ['execSync', false]]) {
    replace(childProcess, name, (original) => (_, self, args) =>
      Reflect.apply(original, self, args.length === 0 ? args : withOptions(args, takesArgs, seed)));
  }
}

/** Makes workers whose flags are not this process's (`execArgv`) preload this package too. */
function preloadWorkers(workerThreads) {
  const { Worker } = workerThreads;
  const wrapper = new Proxy(Worker, {
    construct(target, args, newTarget) {
      const [file, options, ...rest] = args;
      if (!Array.isArray(options?.execArgv)) return Reflect.construct(target, args, newTarget);
      const execArgv = ['--require', WORKER_PRELOAD, ...resolved(options.execArgv)];
      return Reflect.construct(target, [file, { ...options, execArgv }, ...rest], newTarget);
    },
  });
  Worker.prototype.constructor = wrapper;
  workerThreads.Worker = wrapper;
}

module.exports = { preloadChildren, preloadWorkers };
