'use strict';
// Notices a run whose tests have ended while something, such as an open server, keeps its process alive. Node would not
// end it either, so waiting for the timeout would say no more. A run that is ended here has no exit status, so each
// doubt counts against it: a later command of `a && b`, a timer that is pending, an operation that is held.
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const { isBackground } = require('../analysis/background.js');
const { SHORT_QUIET_MS } = require('../analysis/duration.js');
const { happenings } = require('../analysis/order.js');
const { withOriginals } = require('../analysis/originals.js');
const { slashed } = require('../names/slashes.js');
const { RUNNERS } = require('../options/runners.js');
const { isNodeTest } = require('../options/test-process.js');
const { ancestorsOf, areAll, familyOf } = require('../process/family.js');
const { sampleLoad } = require('../process/load.js');
const { socketsOf, talksToItself, watchesFiles } = require('../process/sockets.js');
const { readRunTraces } = require('../trace/run-traces.js');
const { condensed, isBusy } = require('./hang.js');
const { hasNodeTests, haveTestsEnded } = require('./outputs/index.js');

const LOOK_MS = 1000;
const LAST_LOOKS = 4; // at a run's timeout
// How long nothing must have happened. The first is for a command of which nothing is known yet: Node closes idle
// connections after 5 s, and vitest ends its process after 10 s.
const LONG_QUIET_MS = 12_000;
const NO_SUMMARY = 1.5; // times as long, where a runner has written no summary
// Times as long, where such a process has a connection with itself: the limit of a server for idle ones may end that,
// and with it the test. fastify's is 72 s.
const CONNECTED = 7.5;
const IDLE = 0.1; // of a processor
const ROUNDS = 3; // timers of one place that fired so often while nothing else happened: one more brings nothing
const NEAR_MS = 50; // the precision of the time at which a process began

const sizesOf = (folder) => ['stdout', 'stderr'].map((name) => fs.statSync(path.join(folder, name)).size);

// A summary is at the end of the output.
const MOST_BYTES = 8 * 1024 * 1024;

function textSince(file, size) {
  const fd = fs.openSync(file, 'r');
  try {
    const end = fs.fstatSync(fd).size;
    const begin = Math.max(size, end - MOST_BYTES);
    const bytes = Buffer.alloc(Math.max(0, end - begin));
    return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, begin));
  } finally {
    fs.closeSync(fd);
  }
}

// True if a test runner's summary was written to the run's files after the process with this header began. If its
// output goes through a pipe, that is not known. Then the summary is this process's own if it is the `only` one.
function hasSummarySince(folder, { outputs }, only) {
  return ['stdout', 'stderr'].some((name) => {
    const file = path.join(folder, name);
    const { dev, ino } = fs.statSync(file);
    const own = outputs?.find((output) => output.dev === dev && output.ino === ino);
    if (!own && !only) return false;
    return haveTestsEnded(textSince(file, own?.size ?? 0), '');
  });
}

const isMain = ({ header }) => header?.thread === 0;

// The traces of main threads whose processes live.
const livingIn = (traces, family) => traces.filter((trace) => isMain(trace) && family.has(trace.header.pid));

// Returns the one process whose end everything waits for, as {main, others: pids}; undefined: there is no such one.
function mainOf(traces, family) {
  const living = livingIn(traces, family);
  const pids = new Set(living.map(({ header }) => header.pid));
  const isFirst = ({ header }) => !ancestorsOf(header.pid, family).some((pid) => pids.has(pid));
  const first = living.filter(isFirst);
  if (first.length !== 1) return undefined;
  const [main] = first;
  const above = new Set([main.header.pid, ...ancestorsOf(main.header.pid, family)]);
  const others = [...family.keys()].filter((pid) => !above.has(pid));
  const isBelow = (pid) => ancestorsOf(pid, family).includes(main.header.pid);
  return others.every(isBelow) ? { main, others } : undefined;
}

function lastWrite(folder) {
  return Math.max(...['stdout', 'stderr'].map((name) => fs.statSync(path.join(folder, name)).mtimeMs));
}

// Returns the trace of the process that lives on although its tests have ended.
function lingererOf(folder, traces, family) {
  const { main, others } = mainOf(traces, family) ?? {};
  if (!main) return undefined;
  const { pid: own } = main.header;
  const only = traces.filter(isMain).every(({ header: { pid, parent } }) => pid === own || parent === own);
  if (!hasSummarySince(folder, main.header, only)) return undefined;
  const written = lastWrite(folder);
  const isOlder = (pid) => {
    const trace = traces.find((one) => isMain(one) && one.header.pid === pid && one.header.outputs?.length > 0);
    return trace ? hasSummarySince(folder, trace.header, false) : family.get(pid).began < written - NEAR_MS;
  };
  return others.every(isOlder) ? main : undefined;
}

// node:test writes no summary as long as the process of one file lives.
// Returns the traces of files that `node --test` runs, or of the one file of node:test that runs without it, if nothing
// else of the run lives; undefined: there are others.
function testFilesOf(folder, traces, family) {
  const living = livingIn(traces, family);
  const isAlone = living.length === 1 && hasNodeTests(textSince(path.join(folder, 'stdout'), 0));
  const files = isAlone ? living : living.filter(({ header }) => isNodeTest(family.get(header.pid).parent));
  return files.length > 0 && areAll(files.map(({ header }) => header.pid), family) ? files : undefined;
}

// Node calls a timer's callback once for each `run`; a timer that is set anew each time counts as one.
function firesAgainAndAgain({ api, site }, fired) {
  return api === 'setInterval' || fired.filter((entry) => entry.site === site).length >= ROUNDS;
}

// Entries of a watcher: its events, and looks at files after them.
const isOfFiles = ({ api = '' }) => api === 'watch' || /^fs[./]/.test(api);

/**
 * True if nothing happened in the process of `trace` for `quietMs`, and no timer or delay of it is about to end.
 * `isWatching`: what it does with files counts as nothing.
 */
function isAtRest(trace, quietMs, isWatching = false) {
  if (trace.limit || !trace.header?.started) return false;
  const now = Date.now() - Date.parse(trace.header.started);
  const order = happenings(trace).filter((entry) => !isWatching || !isOfFiles(entry));
  const recent = order.filter(({ lost, t, decided }) => now - (lost ? decided : t) < quietMs);
  if (recent.some(({ phase }) => phase !== 'timer')) return false;
  const pending = order.filter((entry) => entry.lost && !isBackground(entry));
  if (pending.some(({ decided, delay }) => delay !== undefined && decided + delay > now)) return false;
  const fired = recent.filter(({ lost }) => !lost);
  return pending.every((entry) => entry.phase !== 'timer' || firesAgainAndAgain(entry, fired));
}

const WATCHER = 'watcher of files';
const SERVER = 'TCP server';
const CONNECTION = 'TCP connection'; // to another process

// Returns what keeps the process alive that its trace does not show: [{kind, count}].
function keepersOf({ header, ...trace }) {
  const sockets = socketsOf(header.pid);
  const ports = (kind) => sockets.filter((socket) => socket.kind === kind).map(({ port }) => port);
  const [servers, connections] = [ports('server'), [...new Set(ports('connection'))]];
  const intervals = happenings(withOriginals({ header, ...trace })).filter(({ lost, api }) => lost && api === 'setInterval');
  return [
    watchesFiles(header.pid) && { kind: WATCHER, count: 1 },
    servers.length > 0 && { kind: `${SERVER} on port ${servers.slice(0, 5).join(', ')}`, count: servers.length },
    connections.length > 0 && {
      kind: `${CONNECTION} to port ${connections.slice(0, 5).join(', ')}`, count: ports('connection').length,
    },
    ...intervals.map(({ api, site }) => ({ kind: api, site, count: 1 })),
  ].filter(Boolean);
}

// Returns {keepers, unfinished, isConnected} of a run that lingers; undefined: it does not. Without a summary nobody
// knows if all tests ended, so an answer from outside might still come.
function lingeringOf(folder, traces, family, isLong) {
  const main = lingererOf(folder, traces, family);
  if (main) return { keepers: keepersOf(main) };
  const files = isLong ? testFilesOf(folder, traces, family) : undefined;
  const keepers = files?.flatMap(keepersOf) ?? [];
  const has = (what) => keepers.some(({ kind }) => kind.startsWith(what));
  if (!has(SERVER) || has(CONNECTION)) return undefined;
  const isConnected = files.some(({ header }) => talksToItself(header.pid));
  return { keepers, isConnected, unfinished: files.map(({ header: { argv, cwd } }) => path.relative(cwd, argv[1])) };
}

// Resolves to what keeps a run alive that lingers, as lingeringOf() does; undefined if it does not. Nothing has
// happened for `quietMs` then. That time need not begin with the summary: Node closes idle connections seconds later.
async function whyLingers(folder, { marker, quietMs, isLong = false }) {
  const { whole: traces } = readRunTraces(path.join(folder, 'trace'), { whole: true, condense: condensed, live: true });
  const before = familyOf(marker);
  const found = lingeringOf(folder, traces, before, isLong);
  if (!found) return undefined;
  const times = found.isConnected ? CONNECTED : NO_SUMMARY;
  const restMs = found.unfinished ? times * quietMs : quietMs;
  const living = traces.filter(({ exit, header }) => !exit && before.has(header?.pid));
  // A watcher of the working directory sees each touch of the campaign's lock, and looks what is new there.
  const isWatching = !found.unfinished && found.keepers.some(({ kind }) => kind === WATCHER);
  if (!living.every((trace) => isAtRest(trace, restMs, isWatching))) return undefined;
  const load = await sampleLoad(marker);
  const isIdle = load !== undefined && !isBusy(load, traces, IDLE);
  const isSame = [...familyOf(marker).keys()].every((pid) => before.has(pid));
  return isIdle && isSame ? found : undefined;
}

// A file or process that has just gone is no reason to end a campaign.
const lingers = (folder, how) => whyLingers(folder, how).catch(() => undefined);

/**
 * Resolves to what keeps the run in `folder` alive, whose processes `marker` identifies, if it lingers within the next
 * seconds: [{kind, site, count}]; else to undefined.
 */
async function keepersNow(folder, { marker }) {
  if (!['stdout', 'stderr'].some((name) => haveTestsEnded(textSince(path.join(folder, name), 0), ''))) return undefined;
  // On a busy machine the tests may only just have ended.
  for (let look = 0; look < LAST_LOOKS; look++) {
    if (look > 0) await sleep(LOOK_MS);
    const found = await lingers(folder, { marker, quietMs: LOOK_MS });
    if (found) return found.keepers;
  }
  return undefined;
}

/**
 * Calls `onLingering({keepers, unfinished, endedMs})` once if the run in `folder` lingers: its tests ended, `endedMs`
 * after the watch began, and nothing has been written since, nor happened for `quietMs`. `keepers` is as for
 * keepersNow(). `unfinished`: the files whose processes keep node:test from writing a summary, else undefined.
 * `marker` identifies the run's processes. Returns a function that ends the watch.
 */
function watchLingering(folder, { marker, quietMs }, onLingering) {
  const began = performance.now();
  let sizes = '';
  let since = began; // when the output last changed
  let wanted = quietMs;
  let timer;
  const look = async () => {
    const now = performance.now();
    const found = sizesOf(folder).join();
    if (found !== sizes) [sizes, since, wanted] = [found, now, quietMs];
    if (now - since >= wanted) {
      const quiet = now - since;
      const why = await lingers(folder, { marker, quietMs, isLong: quiet >= NO_SUMMARY * quietMs });
      if (why) return onLingering({ ...why, endedMs: Math.round(since - began) });
      wanted = NO_SUMMARY * quiet; // a look costs time
    }
    if (timer !== undefined) timer = setTimeout(look, LOOK_MS);
    return undefined;
  };
  timer = setTimeout(look, LOOK_MS);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

const INSTALLED = '/node_modules/';

function isScriptOf({ name, packages = [] }, script) {
  const whole = slashed(script);
  const file = whole.slice(whole.lastIndexOf(INSTALLED) + INSTALLED.length);
  return whole.includes(INSTALLED) && (file === `.bin/${name}` || packages.some((beginning) => file.startsWith(beginning)));
}

/**
 * Returns the option, such as "mocha --exit", that ends the test runner of these traces, or of `command`; undefined:
 * there is none.
 */
function exitOptionOf(traces, command) {
  const scripts = traces.filter(isMain).map(({ header }) => header.argv?.[1]).filter((script) => typeof script === 'string');
  const isNamed = ({ name }) => ` ${command.join(' ')} `.includes(` ${name.split(' ').at(-1)} `);
  const runner = RUNNERS.find((one) => one.exit && (scripts.some((script) => isScriptOf(one, script)) || isNamed(one)));
  return runner && `${runner.name} ${runner.exit}`;
}

module.exports = { exitOptionOf, isAtRest, keepersNow, watchLingering, IDLE, LONG_QUIET_MS, SHORT_QUIET_MS };
