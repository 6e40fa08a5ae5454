'use strict';
// Reads and checks the options, makes the native environment, then has modules hooked as the program loads them.

const { readFileSync, writeSync } = require('node:fs');
const path = require('node:path');
const builtin = require('./builtin.js');
const { OPTIONS } = require('../options/program.js');
const { inheritedVariables, makePathsAbsolute, readOptions } = require('../options/read.js');
const {
  MACHINERY, PACKAGES, isTestRunner, isTestStarter, limitShare, limitsFiles, runsTests,
} = require('../options/test-process.js');
const { inLoaderThread } = require('./esm.js');
const { placeHere } = require('../trace/place.js');
const { isStarter } = require('./starters.js');

const { apply } = Reflect;
const STRATEGIES = OPTIONS.find(({ key }) => key === 'strategy').values;

// Options of a program that only starts others, and of the thread that loads modules for another one, which waits in
// real time. The given options are for its children.
const ASIDE = { mode: 'never', engine: 'api', clock: 'real', slowChildren: undefined, trace: undefined, schedule: undefined, gates: undefined, timers: false, requests: undefined };

// Each start of a program pays for what is loaded, and few have something to tell.
const printError = (line) => require('../shown/standard-error.js').printError(line);

/** Ends the process with a refusal of install(). */
function stop(line) {
  printError(line);
  process.removeAllListeners('exit'); // of modules loaded before: they might change the status
  process.exit(2);
}

function nodeVersion() {
  const [major, minor, patch] = process.versions.node.split('.').map((part) => Number.parseInt(part, 10));
  return major * 1_000_000 + minor * 1_000 + patch;
}

const isVirtual = (clock) => clock === 'virtual' || clock === 'skip';

// Electron polls libuv's descriptors by itself and then runs the loop without waiting: what is held would not wake it.
const unsupported = (binding) => (process.versions.electron !== undefined
  ? 'Electron waits for events outside the event loop'
  : binding.loopUnsupported());

function tellFallback(reason, { quiet }) {
  if (quiet || process.env.NACD_PARENT || process.versions.electron === undefined) return;
  printError(`nacd: ${reason}: only calls of the API are delayed (engine api)`);
}

// In mode never nothing is delayed, so the loop is left alone unless it is asked for. A trace has the loop's
// operations, from which a campaign learns what to hold.
const leavesLoop = ({ mode, trace, requests, gates }) => (
  mode === 'never' && (trace === undefined || requests !== undefined || gates === 'on'));

// The engine and the clock that were asked for, or the best there are here (docs/reference/engines.md).
function engineOf(options, binding) {
  const asked = options.engine ?? (isVirtual(options.clock) ? 'loop' : undefined);
  if (asked === 'api' && !isVirtual(options.clock)) return { engine: 'api', clock: 'real' };
  if (asked === undefined && leavesLoop(options)) return { engine: 'api', clock: 'real' };
  const reason = unsupported(binding);
  if (reason === '') {
    const engine = options.engine ?? 'both';
    return { engine, clock: options.clock ?? (options.mode === 'never' ? 'real' : 'virtual') };
  }
  if (asked === undefined) {
    tellFallback(reason, options);
    return { engine: 'api', clock: 'real' };
  }
  const variable = options.engine && options.engine !== 'api' ? `NACD_ENGINE=${options.engine}` : `NACD_CLOCK=${options.clock}`;
  throw new Error(`${variable} is not possible here: ${reason}`);
}

// No timer is delayed at both: with the engine both it is the hooks that delay them.
function timersInLoop({ timers, engine, loopTimerMaxDelay, maxDelay }) {
  if (!timers || engine === 'api') return {};
  return { loop_timer_max_delay: engine === 'both' ? 0 : loopTimerMaxDelay ?? maxDelay };
}

const LOST_SHARE = 0.1;

function networkOf({ datagrams }) {
  if (datagrams === 'reorder') return { datagram_reorder: 1 };
  return datagrams === 'lossy' ? { datagram_reorder: 1, datagram_loss: LOST_SHARE } : {};
}

function parametersOf(options) {
  const given = Object.fromEntries(OPTIONS.filter(({ key, parameter }) => parameter && options[key] !== undefined)
    .map(({ key, parameter }) => [parameter, options[key]]));
  return { ...networkOf(options), ...given, ...timersInLoop(options) };
}

// The runner's script is not known yet in a worker thread. Yarn's Plug'n'Play reads files for the program, in functions
// that it took from fs before there were hooks: no call is known for these, and they are not the runner's.
function inRunner() {
  if (process.versions.pnp !== undefined) return false;
  return builtin('node:worker_threads').isMainThread ? isTestRunner() : process.env.NACD_OF_MACHINERY === '1';
}

function nativeOptions(asked, binding) {
  const seed = binding.processSeed(asked.seed);
  const options = { ...asked, ...engineOf(asked, binding) };
  const script = binding.mainScript(process.argv[1]);
  const given = {
    ...options,
    seed,
    parameters: parametersOf(options),
    modelPaths: options.model ?? [],
    leftOut: (options.modules ?? []).filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
    nodeVersion: nodeVersion(),
    inTestRunner: options.mode !== 'never' && isTestRunner(script),
    limitShare: limitShare(script, options.mode === 'replay'),
    runnerPackages: PACKAGES,
    machineryPackages: MACHINERY,
    inRunner: inRunner(),
    runsTests: runsTests(),
    mainThread: builtin('node:worker_threads').isMainThread,
    thread: builtin('node:worker_threads').threadId,
    place: placeHere(),
    limitsFiles: limitsFiles(script),
    ownDirectory: `${path.dirname(__dirname)}${path.sep}`,
  };
  if (options.mode !== 'replay') given.schedule = undefined;
  const trace = options.trace === undefined ? {} : require('../trace/header.js').traceFile(options, seed, binding.realTime());
  const stalls = options.engine !== 'api' && options.mode !== 'never' && options.stalls !== 0;
  const watchesTimers = options.trace !== undefined || given.inTestRunner || options.gates === 'on' || stalls;
  // Timers that nobody watches are hooked for node:test, which any ES module may load. Not only then: a program sees
  // that its setTimeout is replaced while it runs.
  const extendsLimits = given.inTestRunner || (options.mode !== 'never' && !watchesTimers && !options.timers);
  return { ...given, ...trace, watchesTimers, extendsLimits };
}

// Each file of tests has its own time of day: nothing compares it with that of the process that starts the files.
function clocksForChildren({ clockForChildren, timeOfDayForChildren }) {
  if (runsTests()) return { clockForChildren, timeOfDayForChildren };
  return { clockForChildren, ...((isTestStarter() || limitsFiles()) && { timeOfDayForChildren: () => '' }) };
}

// Returns true if the program may run without the hooks when addons are refused: in mode never nothing would be
// delayed, and a child or worker that the program itself started without addons has to run as it would.
function maySkip(options) {
  const isNever = options.mode === 'never' && options.trace === undefined;
  return Boolean(process.env.NACD_PARENT) || isNever || !builtin('node:worker_threads').isMainThread;
}

function isRefused(options) {
  if (!process.permission || !maySkip(options)) return false;
  return !(process.execArgv.includes('--allow-addons') || process.permission.has('addon'));
}

// Undefined where addons are refused, and that is no error.
function loadBinding(options) {
  try {
    return require('./binding.js');
  } catch (error) {
    if (error.cause?.code === 'ERR_DLOPEN_DISABLED' && maySkip(options)) return undefined;
    throw error;
  }
}

// Two copies in one process (two versions of the package in one tree) would hook each other's hooks.
function standsAside(binding) {
  const first = binding.firstCopy();
  if (first) printError(`nacd: ${path.dirname(path.dirname(__dirname))} does nothing here: the process loaded another copy first, ${first}`);
  return first !== '';
}

// Models, glue and queues cost milliseconds: a program that loads nothing asynchronous does without. They are made at
// once if they may be wrong or have to be written before the program starts.
function hooker(binding, given) {
  let hookModule;
  const make = () => {
    hookModule = binding.install(given, require('./glue/index.js').makeGlue);
  };
  const controls = given.engine !== 'api' || isVirtual(given.clock);
  if (controls || given.gates === 'on' || given.traceFile || given.schedule || given.modelPaths.length > 0) make();
  const hook = (...args) => {
    if (!hookModule) make();
    apply(hookModule, undefined, args);
  };
  // The compiled-in models need no environment; with a user's models there is one already.
  hook.hookedModules = () => (given.modelPaths.length > 0 ? hookModule : binding).hookedModules();
  hook.makesPort = (worker, ports) => hookModule?.makesPort(worker, ports) ?? false;
  hook.callsMachinery = () => hookModule?.callsMachinery() ?? false;
  hook.heldTime = () => hookModule?.heldTime() ?? 0;
  hook.armLimit = (ms) => hookModule?.armLimit(ms);
  hook.disarmLimit = (number) => hookModule?.disarmLimit(number);
  // For lib/gates, wherever it is loaded. From then on timers are watched.
  const gates = () => {
    given.gates = 'on';
    if (!hookModule) make();
    const control = hookModule.gates(builtin('node:worker_threads').isMainThread);
    const { hookTimers, hookWaits } = require('./hook-timers.js');
    hookTimers(hookModule);
    hookWaits(hookModule);
    return control;
  };
  // Under two names: a test runner may hide this one, and loading the binding again costs.
  Object.defineProperty(process, Symbol.for('nacd-native.gates'), { value: gates, enumerable: false });
  binding.keep(gates);
  return hook;
}

// Reads a schedule file. The native side reports its errors.
function readSchedule(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? {};
  } catch {
    return {};
  }
}

// Systems without glibc do not tell an addon the exit status. There an 'exit' listener sees what it is by then.
function tellSeed(binding, seed) {
  if (binding.tellSeedOnFailure(seed)) return;
  process.on('exit', (code) => {
    if ((process.exitCode ?? code) === 0) return;
    // Nothing in it is foreign, and by now the program may have replaced what loads modules.
    writeSync(2, `nacd: failed with seed ${seed}; NACD_SEED=${seed} repeats its delays\n`);
  });
}

// With NACD_REQUESTS nothing is delayed, and the trace is the recorder's.
const withoutDelays = (options) => (options.requests === undefined
  ? options
  : { ...options, mode: 'never', engine: 'api', clock: 'real', trace: undefined, schedule: undefined, timers: false });

function recorder(hook, options, binding) {
  if (options.requests === undefined || inLoaderThread()) return hook;
  const { recordRequests } = require('./requests/index.js');
  return recordRequests(hook, withMode(options), binding.processSeed(options.seed), binding.realTime());
}

const withMode = (options) => ({ ...options, ...withoutDelays(options), trace: options.trace });

// A replay also repeats what the recorded strategy allows besides delays, so it takes that strategy.
function strategyOf(options, schedule) {
  const recorded = schedule.options?.strategy;
  return process.env.NACD_STRATEGY || !STRATEGIES.includes(recorded) ? options.strategy : recorded;
}

/** Returns undefined, or the line that says why the program cannot run with the hooks: then stop() is to be called. */
function install() {
  try {
    makePathsAbsolute(process.env);
    const starts = isStarter();
    const options = { ...readOptions(process.env), ...((starts || inLoaderThread()) && ASIDE) };
    // A failure is reported by the program that was started, not by its children: their output may be compared.
    const inherited = { ...(!starts && { NACD_QUIET: '1' }), ...inheritedVariables(process.env) };
    const schedule = options.mode === 'replay' ? readSchedule(options.schedule) : {};
    const gates = schedule.gates?.length > 0 ? schedule.gates : undefined;
    options.strategy = strategyOf(options, schedule);
    if (gates) options.gates = 'on';
    // A gated test is repeatable: chance has no part in it unless asked for.
    if (options.gates === 'on' && !process.env.NACD_MODE) options.mode = 'never';
    if (options.gates === 'on') options.timers = false; // gates hold timers by themselves, in their order
    if (isRefused(options)) return undefined;
    const binding = loadBinding(options);
    if (!binding || standsAside(binding)) return undefined;
    const clocks = clocksForChildren(binding);
    const given = { ...nativeOptions(withoutDelays(options), binding), inherited, ...clocks };
    require('./modules.js').watchModules(recorder(hooker(binding, given), options, binding), given);
    if (gates) require('../gates/from-schedule.js').setScheduleGates(gates);
    // Last: a refusal is one line.
    if (!options.quiet && options.mode !== 'never') tellSeed(binding, given.seed);
    return undefined;
  } catch (error) {
    return error.message.startsWith('nacd: ') ? error.message : `nacd: ${error.message}`;
  } finally {
    if (process.env.NACD_ADDED !== undefined) require('./child-options.js').forgetAdded(process.env);
  }
}

module.exports = { install, stop };
