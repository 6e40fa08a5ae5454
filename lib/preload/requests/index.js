'use strict';
// Records requests and the operations that they make on stores (docs/reference/requests-format.md). Takes the place of
// the hooks that delay: with NACD_REQUESTS no operation is delayed, and the clock is real.

const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { traceFile } = require('../../trace/header.js');
const { argvOf } = require('../../trace/thread-main.js');
const { startRecording } = require('./recording.js');
const { listening } = require('./listens.js');
const { recordServers, watchServers } = require('./servers.js');
const { watchPackages } = require('./packages.js');
const { recordOperations } = require('./operations.js');
const { recordStores, stores } = require('./stores.js');
const { current, quietly } = require('./context.js');
const { watchFetch } = require('./fetch-calls.js');
const { recordFlows } = require('./flows.js');
const { recordMessages } = require('./messages.js');
const { recordPushes } = require('./pushes.js');
const { recordSockets } = require('./sockets.js');
const { watchSourceMaps } = require('./source-maps.js');
const { recordConnections } = require('./connections.js');
const { WATCHED } = require('../../trace/protocol.js');
const { watchChildren, watchParent } = require('./processes.js');
const { addOurs, watchThreads } = require('./threads.js');
const { watchTimers } = require('./timers.js');
const { bodyReader, injectorOf } = require('./injectors.js');
const { tell: _, tellWork: __, ...listeners } = require('./listeners.js');

/** As described at the head of listeners.js. */
const control = {
  ...listeners, listening, quietly, stores, bodyReader, injectorOf, currentRequest: () => current()?.request,
};

// `node --watch` restarts a program, which ends a proof, and never ends by itself. It tells the program so by this
// variable, which the tool's own command does not have (lib/requests/record/runner.js looks for the file).
function refuseToWatch({ trace }) {
  if (!process.env.WATCH_REPORT_DEPENDENCIES) return;
  writeFileSync(path.join(trace, WATCHED), '', { mode: 0o600 });
  process.exit(1);
}

/**
 * Starts the recording of this thread. `options`: the program's. Returns what takes the place of `hook`, the function
 * that hooks built-in modules.
 */
function recordRequests(hook, options, seed, startTime) {
  refuseToWatch(options);
  const { traceHeader, traceLimitBytes } = traceFile(options, seed, startTime);
  const recording = startRecording(options.trace, traceLimitBytes, traceHeader);
  recordServers(recording, options.everyRequest || options.requestsPlan !== undefined); // a plan counts them all
  recordOperations(recording);
  recordStores(recording);
  recordFlows(recording);
  watchFetch();
  recordMessages(recording);
  recordPushes(options.trace);
  const main = path.basename(argvOf()[1] ?? '');
  recordConnections(recording);
  recordSockets(options.trace, main);
  const { watchBuiltin, imported, hearImports } = watchPackages();
  const watch = (name, exports) => {
    watchServers(name, exports);
    watchBuiltin(name, exports);
    if (name === 'worker_threads') watchThreads(exports, main);
    if (name === 'child_process') watchChildren(exports);
  };
  watchParent(main);
  const makesPort = (worker, ports = []) => {
    if (worker) addOurs([worker]);
    else if (ports.length > 1) addOurs(ports); // both ends of a channel
    return hook.makesPort(worker, ports);
  };
  watchTimers(watchBuiltin);
  watchSourceMaps();
  Object.defineProperty(process, Symbol.for('nacd-native.requests'), { value: { ...control, imported }, enumerable: false });
  if (options.requestsPlan) require('./prove/index.js').startProof(JSON.parse(readFileSync(options.requestsPlan, 'utf8')), control);
  return Object.assign(watch, hook, { makesPort, hearImports });
}

module.exports = { recordRequests };
