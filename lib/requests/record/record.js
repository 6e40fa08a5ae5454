'use strict';
// Records the requests of the user's command and makes traces of them.
const fs = require('node:fs');
const path = require('node:path');

const { EXIT, UserError } = require('../../errors/index.js');
const { clearOurs, makeOurs } = require('../../files/disk.js');
const { count, map, maybe, object, text } = require('../../files/shape.js');
const { readJson } = require('../../files/store.js');
const messages = require('../../messages/index.js');
const { MESSAGE } = require('../../trace/protocol.js');
const { readAsked, recordedIn, writeAsked } = require('./asked.js');
const { writeTraces } = require('../effects/index.js');
const { portInUse } = require('./logs.js');
const { clearCandidates } = require('../candidates/find.js');
const { addOtlp } = require('../otlp/write.js');
const { WAITS, isStore, readRecording } = require('../recording/recorded.js');
const { runOnce } = require('./runner.js');
const { servedOf } = require('../served/command.js');
const { hasAll } = require('../served/listening.js');
const { signsIn } = require('./signs.js');
const { unreachedIn, withUnreached } = require('./unreached.js');
const { demandNearIn } = require('./whereabouts.js');

const STORES = path.join(__dirname, '..', '..', '..', 'model', 'stores');


/** Returns the names of the packages whose stores are known. */
const knownStores = () => fs.readdirSync(STORES).filter((name) => /(?<!\.schema)\.json$/.test(name))
  .map((name) => JSON.parse(fs.readFileSync(path.join(STORES, name), 'utf8')))
  .filter(isStore).map((store) => store.package ?? `node:${store.builtin}`);

const isOfRequest = ({ request, dialect }) => request !== undefined && isStore({ dialect });

/**
 * Summarizes recordings as {requests, leftOut, handlers, operations, outside, waits, stores}: numbers, and the names of
 * the stores. `outside` counts operations on stores that belong to no request.
 */
function contentOf(recordings) {
  const requests = recordings.flatMap((recording) => [...recording.requests.values()])
    .filter(({ method }) => method !== MESSAGE);
  const all = recordings.flatMap((recording) => [...recording.operations.values()]);
  const operations = all.filter(isOfRequest);
  return {
    requests: requests.length,
    leftOut: recordings.reduce((count, { leftOut }) => count + leftOut, 0),
    handlers: new Set(requests.map(({ handler, shape }) => handler ?? shape)).size,
    operations: operations.length,
    outside: all.filter((one) => isStore(one) && !isOfRequest(one)).length,
    waits: all.filter(({ dialect }) => dialect === WAITS.dialect).length,
    stores: [...new Set(operations.map(({ store }) => store))].sort(),
  };
}

// Throws a UserError if there is nothing to find races in. A request that only waits may use what is in memory. If all
// requests fail, as with a database that is down, nothing was done that could race.
function checkContent({ requests, operations, outside, waits }, { port, refused, failed, isDown }, folder) {
  if (requests === 0) throw new UserError(messages.noServerSeen({ outside }), EXIT.baseline);
  if (operations + waits > 0 && isDown) throw new UserError(messages.allFailed(failed, folder), EXIT.baseline);
  if (operations + waits > 0) return;
  if (port) throw new UserError(messages.serveFailed({ problem: 'in use', port }, folder), EXIT.usage);
  if (refused) throw new UserError(messages.allRefused(refused, folder), EXIT.baseline);
  const problem = outside > 0 ? messages.noStoreOfRequests(outside) : messages.noStoreSeen(knownStores());
  throw new UserError(problem, EXIT.baseline);
}

async function tellSigns({ port, failed, unfollowed }, folder, tell) {
  const unreached = await unreachedIn(folder);
  if (unreached.length > 0) tell(`  ${messages.unreached(unreached)}`);
  if (port) tell(messages.serviceMissing({ port }, folder));
  if (failed) tell(messages.someFailed(failed, folder));
  if (unfollowed.length > 0) tell(messages.notFollowed(unfollowed));
}

const NOT_LISTENING = new Set(['ended', 'silent']);

// Why a served program (served/main.js) took in no traffic.
function problemOfServer(folder) {
  const file = path.join(folder, 'served.json');
  const problem = readJson(file, object({ problem: text }));
  const port = NOT_LISTENING.has(problem?.problem) ? portInUse(folder) : undefined;
  return port === undefined ? problem : { problem: 'in use', port };
}

const SERVERS = object({
  ready: maybe(map(count)), all: maybe(map(count)), elsewhere: maybe(object({ main: maybe(text), port: maybe(count) })),
});

// Servers of the run in `folder`, {ready, all, elsewhere}, as served/main.js tells them. `elsewhere`: the one that got
// the traffic, {main, port}, if none listened on the port that was asked for.
function serversOf(folder) {
  return readJson(path.join(folder, 'servers.json'), SERVERS);
}

// Throws a UserError if a run of the command by itself has failed.
function checkEnd(end, folder, { timeout }) {
  if (end.reason === 'timeout') throw new UserError(messages.requestsTimedOut(timeout, folder), EXIT.baseline);
  const problem = end.code === 0 ? undefined : problemOfServer(folder);
  const isMistake = problem?.problem === 'in use';
  if (problem) throw new UserError(messages.serveFailed(problem, folder), isMistake ? EXIT.usage : EXIT.baseline);
  if (end.code !== 0) throw new UserError(messages.requestsFailed(end, folder), EXIT.baseline);
}

async function recordOnce(context, folder) {
  clearOurs(folder);
  makeOurs(folder);
  const { timeout } = context.limits;
  const end = await runOnce(context, folder, { timeout });
  if (context.signal.aborted) return undefined;
  checkEnd(end, folder, context.limits);
  return end;
}

// Services that began to listen after the first request: it may have failed for that.
async function recordReady(context, folder) {
  const end = await recordOnce(context, folder);
  const { ready, all } = (end && serversOf(folder)) ?? {};
  if (all === undefined || hasAll(ready, all)) return end;
  await demandNearIn((await readRecorded(context)).recordings, context);
  return recordOnce({ ...context, servers: all }, folder);
}

/**
 * Runs the command once, or twice if servers came late, and resolves to {traces, recordings, content, ms, servers}.
 * `context.limits.timeout` is in seconds. Rejects with a UserError if the command fails by itself, or if no request or
 * no store was seen. `tell` gets the texts of what else may be a mistake.
 */
async function record(context, tell = () => {}) {
  const folder = recordedIn(context.out);
  clearCandidates(context.out);
  try {
    return await recordIn(context, folder, tell);
  } catch (error) {
    throw await withUnreached(error, folder);
  }
}

async function recordIn(context, folder, tell) {
  const end = await recordReady(context, folder);
  if (end === undefined) return undefined;
  const servers = serversOf(folder);
  if (servers?.elsewhere) tell(messages.trafficElsewhere(servers.elsewhere));
  const recorded = await readRecorded(context);
  const signs = signsIn(recorded.recordings, folder, servedOf(context.command)?.instances);
  checkContent(recorded.content, signs, folder);
  if (servers) await tellSigns(signs, folder, tell);
  writeAsked(folder, context, end.ms);
  return { ...recorded, ms: end.ms };
}

/**
 * Resolves to {traces, recordings, content, ms, servers} of the last recording in `context.out`, and of the files of
 * OTLP in `context.otlp`. `servers`: how many of each main file listened before the traffic of --serve.
 */
async function readRecorded(context) {
  const folder = recordedIn(context.out);
  const trace = path.join(folder, 'trace');
  const { otlp } = context;
  if (otlp) {
    if (!fs.existsSync(trace)) makeOurs(folder); // there is no recording of Node
    addOtlp(otlp, trace);
  }
  if (!fs.existsSync(trace)) throw new UserError(messages.noRecording(context.out));
  const servers = serversOf(folder);
  const { traces, recordings } = await recordingsIn(trace, { isServed: servers !== undefined });
  return { traces, recordings, content: contentOf(recordings), ms: readAsked(folder)?.ms, servers: servers?.ready };
}

/** Makes traces of what the recorder wrote into the folder `trace`. Resolves to {traces, recordings}. */
async function recordingsIn(trace, options = {}) {
  const traces = await writeTraces(trace);
  return { traces, recordings: traces.map((one) => readRecording(one, options)) };
}

module.exports = { checkEnd, recordingsIn, record, readRecorded };
