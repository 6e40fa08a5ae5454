'use strict';
// Child node processes and workers are preloaded as well, however they are started: their environment names the preload
// and the options, so that one seed repeats the whole tree of processes. The parent's own process.env stays as it is.

const path = require('node:path');
const { around } = require('./binding.js');
const { disguise } = require('./glue/disguise.js');
const { replace, setPromisified } = require('./glue/properties.js');
const { ownNode } = require('../options/own-node.js');
const {
  FLAG, execArguments, inherits, isRestricted, limitOf, resolved, variablesIn, withEnvironment, withMark, withOptions,
  withPreload,
} = require('./child-options.js');
const { watchSignals } = require('./held-exits.js');
const { SlowChildren } = require('./slow-children.js');

const WORKER_PRELOAD = path.join(__dirname, 'worker.js');

const isPlain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// exec and execFile do not pass their time limit on to spawn. Returns a function that returns the limit of the call
// that is running, ms, or 0.
function watchLimits(childProcess) {
  let limit = 0;
  const watched = (original) => around(
    original,
    (...args) => (limit = args.find(isPlain)?.timeout ?? 0),
    () => (limit = 0),
  );
  const { execFile } = childProcess;
  replace(childProcess, 'execFile', watched);
  const custom = execFile[Symbol.for('nodejs.util.promisify.custom')];
  setPromisified(childProcess.execFile, execFile, disguise(custom, watched(custom)));
  return () => limit;
}

// Returns {options, slowMs}: the options of ChildProcess.spawn() with our variables, and the real time that its delays
// may take. No prototype, as Node's own: a program may have put something into Object.prototype.
function preloaded(options, ours, limitOfCall, slow) {
  if (!Array.isArray(options?.envPairs)) return { options, slowMs: 0 };
  const args = Array.isArray(options.args) ? resolved(options.args) : options.args;
  const flags = options.envPairs.find((pair) => pair.startsWith('NODE_OPTIONS='))?.slice('NODE_OPTIONS='.length);
  if (isRestricted(args ?? [], flags)) {
    // Of two pairs with one name the first counts.
    const envPairs = [...(inherits(flags) ? [`NACD_PARENT=${process.pid}`] : []), ...options.envPairs];
    return { options: { __proto__: null, ...options, args, envPairs }, slowMs: 0 };
  }
  const limit = limitOf(ours, options.timeout) || limitOf(ours, limitOfCall());
  const given = variablesIn(options.envPairs);
  const { ms, variables } = slow.next(given);
  const shim = ownNode(args ?? [], given, FLAG);
  const envPairs = withPreload(options.envPairs, ours, limit, { ...variables, ...shim });
  return { options: { __proto__: null, ...options, args, envPairs }, slowMs: ms };
}

/** Makes children that `childProcess` (the module's exports) starts preload this package, with our options. */
function preloadChildren(childProcess, ours) {
  const limitOfCall = watchLimits(childProcess);
  const slow = new SlowChildren(ours);
  replace(childProcess.ChildProcess.prototype, 'spawn', (spawn) => (_, self, given) => {
    const { options, slowMs } = preloaded(given[0], ours, limitOfCall, slow);
    const result = Reflect.apply(spawn, self, options === given[0] ? given : [options]);
    slow.started(self, slowMs);
    watchSignals(self, Boolean(options?.detached));
    return result;
  });
  for (const [name, takesArgs] of [['spawnSync', true], ['execFileSync', true], ['execSync', false]]) {
    replace(childProcess, name, (original) => (_, self, args) =>
      Reflect.apply(original, self, args.length === 0 ? args : withOptions(args, takesArgs, ours)));
  }
}

const isObject = (value) => value !== null && typeof value === 'object';

// Returns the ports that `made` has as its own properties: both ends of a channel; those of a worker lie under symbols.
function portsOf(made, { MessagePort }) {
  const isPort = (value) => isObject(value) && Object.getPrototypeOf(value) === MessagePort.prototype;
  return Reflect.ownKeys(made).map((key) => Object.getOwnPropertyDescriptor(made, key).value).filter(isPort);
}

// In a test runner's process a port is the runner's own unless code under test makes it: only those are delayed. A port
// is named when it is made: which of several gets the first message differs from run to run.
function watchPorts(workerThreads, makesPort) {
  for (const name of ['MessageChannel', 'BroadcastChannel']) {
    const Original = workerThreads[name];
    const wrapper = disguise(Original, (_, first, second) => {
      if (Array.isArray(second)) return Reflect.apply(Original, first, second); // its own error
      const made = Reflect.construct(Original, first, second === wrapper ? Original : second);
      makesPort(undefined, portsOf(made, workerThreads));
      return made;
    });
    Original.prototype.constructor = wrapper;
    workerThreads[name] = wrapper;
    if (globalThis[name] !== Original) continue;
    const { enumerable } = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value: wrapper, enumerable, writable: true, configurable: true });
  }
}

/**
 * Makes workers whose flags or variables are not this process's (`execArgv`, `env`) preload this package too.
 * `makesPort()` returns whether a test runner or transformer calls; `makesPort(worker, ports)` names what was made.
 */
function preloadWorkers(workerThreads, ours, makesPort) {
  const { Worker, parentPort } = workerThreads;
  watchPorts(workerThreads, makesPort);
  if (parentPort && !ours.inRunner) makesPort(undefined, [parentPort]); // a runner's thread talks to the runner
  const make = (args, newTarget) => {
    const [file, given, ...rest] = args;
    const isMachinery = makesPort();
    const own = withEnvironment(given, ours);
    const options = isMachinery ? withMark(own) : own;
    const execArgv = Array.isArray(options?.execArgv) ? ['--require', WORKER_PRELOAD, ...resolved(options.execArgv)] : undefined;
    if (ours.requests !== undefined) require('../trace/thread-main.js').tellMain(file, options);
    const complete = execArgv ? { __proto__: options, execArgv } : options;
    const worker = Reflect.construct(Worker, complete === given ? args : [file, complete, ...rest], newTarget);
    makesPort(worker, portsOf(worker, workerThreads));
    return worker;
  };
  // Called without `new`, a class throws its own error.
  const wrapper = disguise(Worker, (_, first, second) =>
    (Array.isArray(second) ? Reflect.apply(Worker, first, second) : make(first, second)));
  Worker.prototype.constructor = wrapper;
  workerThreads.Worker = wrapper;
}

module.exports = { execArguments, preloadChildren, preloadWorkers };
