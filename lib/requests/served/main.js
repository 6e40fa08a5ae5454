'use strict';
// Runs a server and the traffic for it, once: puts the state back, starts the server on free ports, sends the traffic,
// ends the server. Its argument is the JSON of carriedOut() (command.js). Exit status: that of the traffic; 1 if there
// was none. The reason of one that is not 0 is in served.json.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const { ownNode } = require('../../options/own-node.js');
const { freePort } = require('../../process/free-port.js');
const { killDescendants } = require('../../process/kill-tree.js');
const { SERVED } = require('../../trace/protocol.js');
const { countsOf, frontOf, hasAll, listenersIn, pidOf, recordingsIn } = require('./listening.js');
const { isTrafficFile, sendTraffic } = require('./traffic.js');
const { noteUnreached, unreachedIn } = require('../record/unreached.js');
const { hasServerError, answersIn, unfinished } = require('./unfinished.js');

const START_MS = 60_000;
const START_AGAIN_MS = 120_000; // for a server that did listen in the recording: the machine is busy
const END_MS = 5000;
const OTHER_PORT_MS = 300; // a program may listen on more than the port it was given
const SERVICES_MS = 10_000; // the same for one that starts several processes, one after the other
const LATE_MS = 1000; // so long a service may take that a recording did not wait for
const MISSED_MS = 5000; // the same if a request failed, as by a service that it did not reach
const REFUSED_MS = 20_000; // the same while nothing listens at an address that refused a connection
const OTHERS_MS = 30_000; // so long the servers of the recording may take in later runs: the machine is busy
const RECORDED_MS = 500; // so long servers may take to write what they answered, and messages to reach a consumer
const CONSUMED_MS = 3000; // so long consumers may take for the messages that they have got
const BETWEEN_MS = 10_000; // so long all waits between requests may take
const STUCK_MS = 20_000; // so long a request may go without an answer while a store or a broker does not run
const LOOK_MS = 5000; // to look reads all that is recorded
const POLL_MS = 20;

class Problem extends Error {
  constructor(kind, details = {}) {
    super(kind);
    this.details = details;
  }
}

const spec = JSON.parse(process.argv[2]);
const fileOf = (name) => path.join(spec.folder, name);

const note = (problem, details) => fs.writeFileSync(fileOf('served.json'), JSON.stringify({ problem, ...details }), { mode: 0o600 });

// Variables of the recorder are for the server only; the marker ends all processes of the run.
const isForAll = (name) => !name.startsWith('NACD_') || name === 'NACD_RUN_MARKER';
const entries = Object.entries({ ...process.env, NODE_OPTIONS: spec.options });
const plainEnv = Object.fromEntries(entries.filter(([name, value]) => value !== undefined && isForAll(name)));
const serverEnv = { ...process.env, NODE_OPTIONS: spec.serverOptions, [SERVED]: '1' };

function start(command, env) {
  const options = { env: { ...env, ...ownNode([command], env) }, stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32' };
  const child = spawn(command, { shell: true, ...options });
  child.ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  return child;
}

const traceFolder = () => fileOf('trace');
const recordings = () => recordingsIn(traceFolder());
const recordedFiles = () => recordings().map((name) => path.join(traceFolder(), name));

const counts = () => countsOf(listenersIn(traceFolder()));

// So long another server may come that listens on the port it was given. `all`: those that listen.
function patienceWith(all, known) {
  const isComplete = spec.servers && hasAll(countsOf(all), spec.servers);
  const isAlone = recordings().filter((name) => !known.has(pidOf(name))).length <= 1;
  return isComplete || isAlone ? OTHER_PORT_MS : SERVICES_MS;
}

// Resolves to the server that `child` has started, {pid, main, port, host}: none of the processes in `known`.
async function listening(child, wanted, known) {
  const over = child.ended.then(({ code, signal }) => { throw new Problem('ended', { code, signal }); });
  over.catch(() => {});
  const limit = spec.servers ? START_AGAIN_MS : START_MS;
  let since;
  let count = 0;
  for (const began = performance.now(); performance.now() - began < limit;) {
    const all = listenersIn(traceFolder());
    const found = all.filter(({ pid }) => !known.has(pid));
    const right = found.find(({ port }) => port === wanted);
    if (right) return right;
    if (found.length > count) since = performance.now();
    count = found.length;
    if (since !== undefined && performance.now() - since > patienceWith(all, known)) return frontOf(found);
    await Promise.race([sleep(POLL_MS), over]);
  }
  throw new Problem('silent', { seconds: limit / 1000 });
}

const children = []; // the servers, and the command of --traffic

async function startServers() {
  const instances = [];
  while (instances.length < spec.instances) {
    const port = await freePort();
    const known = new Set(recordings().map(pidOf)); // an instance may start services of its own, too
    const child = start(spec.serve, { ...serverEnv, PORT: String(port) });
    children.push(child);
    const found = await listening(child, port, known);
    if (spec.instances > 1 && found.port !== port) throw new Problem('port', { port: found.port });
    instances.push({ ...found, isWanted: found.port === port });
  }
  fs.writeFileSync(fileOf('instances.json'), JSON.stringify(instances), { mode: 0o600 });
  return instances;
}

const isSeveral = () => recordings().length > spec.instances;

// Resolves when no further process of several has begun to listen for `ms`.
async function quiet(ms) {
  if (!isSeveral()) return;
  let count;
  do {
    ({ length: count } = listenersIn(traceFolder()));
    await sleep(ms);
  } while (listenersIn(traceFolder()).length > count);
}

// A gateway may listen before the services that it calls. Those that were there in the recording are waited for.
async function others() {
  const { servers } = spec;
  if (!servers) return quiet(OTHER_PORT_MS);
  for (const began = performance.now(); !hasAll(counts(), servers);) {
    if (performance.now() - began > OTHERS_MS) return undefined;
    await sleep(POLL_MS);
  }
  return undefined;
}

async function isRefused() {
  const unreached = await unreachedIn(spec.folder);
  return unreached.some(({ code }) => code === 'ECONNREFUSED');
}

// Resolves when servers that a request may have missed have had the time to listen.
async function missed() {
  const began = performance.now();
  await quiet(MISSED_MS);
  while (isSeveral() && performance.now() - began < REFUSED_MS && await isRefused()) await quiet(LATE_MS);
}

// In a recording the requests may have failed since services were not there yet.
async function noteServers(ready, elsewhere) {
  if (!spec.servers) await (hasServerError(recordedFiles()) ? missed() : quiet(LATE_MS));
  fs.writeFileSync(fileOf('servers.json'), JSON.stringify({ ready, all: counts(), elsewhere }), { mode: 0o600 });
}

// Windows has no groups and no SIGTERM.
function signalGroup({ pid }, signal) {
  killDescendants(pid);
  try {
    process.kill(-pid, signal);
  } catch {
    // it has ended
  }
}

async function stop(child) {
  signalGroup(child, 'SIGTERM');
  const isOver = await Promise.race([child.ended.then(() => true), sleep(END_MS, false, { ref: false })]);
  if (!isOver) signalGroup(child, 'SIGKILL');
}

function hostOf(host) {
  if (host === undefined || host === '::' || host === '0.0.0.0') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function send({ port, host }) {
  const url = `http://${hostOf(host)}:${port}`;
  if (isTrafficFile(spec.traffic)) {
    const unanswered = await sendTraffic(spec.traffic, url, spec.servers ? undefined : consumers());
    if (unanswered) throw new Problem('unanswered', unanswered);
    return 0;
  }
  const child = start(spec.traffic, { ...plainEnv, PORT: String(port), BASE_URL: url });
  children.push(child);
  const { code, signal } = await child.ended;
  if (code !== 0) note('traffic', { code, signal });
  return code ?? 1;
}

// Resolves to whether all is done that the recordings tell of.
async function recorded() {
  for (const began = performance.now(); ;) {
    const { answers, messages, consumers } = unfinished(recordedFiles());
    const limit = consumers ? CONSUMED_MS : answers || messages ? RECORDED_MS : 0;
    if (performance.now() - began >= limit) return limit === 0;
    await sleep(POLL_MS);
  }
}

// Returns a function that waits for the consumers of messages between two requests, as a test does that looks at what
// they have done. Messages that nobody gets are waited for once.
function consumers() {
  let left = BETWEEN_MS;
  return async () => {
    if (left <= 0) return;
    const began = performance.now();
    left = await recorded() ? left - (performance.now() - began) : 0;
  };
}

// Rejects if a request has no answer for long, and a program cannot connect to what it needs.
async function stuck(signal) {
  let answers = 0;
  for (let began = performance.now(); !signal.aborted; await sleep(LOOK_MS, undefined, { signal, ref: false })) {
    const count = answersIn(recordedFiles());
    if (count !== answers || !unfinished(recordedFiles()).answers) began = performance.now();
    answers = count;
    if (performance.now() - began < STUCK_MS) continue;
    if ((await unreachedIn(spec.folder)).length > 0) throw new Problem('stuck', { seconds: STUCK_MS / 1000 });
    began = performance.now();
  }
}

async function sendUnlessStuck(server) {
  const over = new AbortController();
  try {
    return await Promise.race([send(server), stuck(over.signal)]);
  } finally {
    over.abort();
  }
}

async function main() {
  try {
    if (spec.reset !== undefined) {
      const { code, signal } = await start(spec.reset, plainEnv).ended;
      if (code !== 0) throw new Problem('reset', { code, signal });
    }
    const [first] = await startServers();
    const elsewhere = first.isWanted ? undefined : { main: first.main, port: first.port };
    await others();
    const ready = counts();
    process.exitCode = await sendUnlessStuck(first);
    await recorded();
    await noteServers(ready, elsewhere);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    note(error.message, error.details);
    process.exitCode = 1;
  } finally {
    await noteUnreached(spec.folder).catch(() => {}); // the disk is full: the servers are to end all the same
    await Promise.all(children.map(stop));
  }
}

main();
