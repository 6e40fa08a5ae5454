'use strict';
// nacd requests: finds pairs of HTTP requests that interleave badly on a store, and proves them.
const path = require('node:path');

const { makeContext } = require('../../campaign/context.js');
const { makeResults } = require('../../files/disk.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { proofs } = require('../../requests/prove/campaign.js');
const { asInRecording, readAsked, recordedIn } = require('../../requests/record/asked.js');
const { readCheck } = require('../../requests/judge/check.js');
const { candidatesIn } = require('../../requests/candidates/index.js');
const { readCandidates, writeCandidates } = require('../../requests/candidates/find.js');
const { readRecording } = require('../../requests/recording/recorded.js');
const { sitesOutside } = require('../../requests/recording/outside.js');
const { record, readRecorded } = require('../../requests/record/record.js');
const { writeReport } = require('../../requests/report/results.js');
const { demandNearIn } = require('../../requests/record/whereabouts.js');
const { sentAgain } = require('../../requests/served/sent-again.js');
const { servedCommand } = require('../../requests/served/command.js');
const { checkTraffic } = require('../../requests/served/traffic.js');
const { LONGEST_SECONDS } = require('../../process/patience.js');
const { Status } = require('../status.js');

async function contextOf(settings, io) {
  const { values } = settings;
  const context = makeContext(settings, io);
  const { budget, limit, timeout = LONGEST_SECONDS, staleReads, check, ignore } = values;
  const invariants = await readCheck(check && path.resolve(io.cwd, check));
  const limits = { budget, limit, timeout };
  const otlp = values.otlp?.map((name) => path.resolve(io.cwd, name));
  return { ...context, command: commandOf(settings, io), limits, staleReads, ignore, check: invariants, otlp };
}

// A served program takes the place of a command.
function commandOf({ values, given, command }, { cwd }) {
  const { serve, traffic, reset, instances } = values;
  if (serve === undefined) {
    const alone = ['traffic', 'reset', 'instances'].find((key) => given.has(key));
    if (alone) throw new UserError(messages.serveNeeded(`--${alone}`));
    return command;
  }
  if (command) throw new UserError(messages.serveOrCommand());
  if (traffic === undefined) throw new UserError(messages.serveNeedsTraffic());
  checkTraffic(traffic, cwd);
  return servedCommand({ serve, traffic, reset, instances });
}

// A proof repeats the last recording.
function continued(settings, { cwd }) {
  const folder = recordedIn(path.resolve(cwd, settings.values.out));
  return asInRecording(settings, readAsked(folder), cwd);
}

function demandCommand({ command, given }, verb) {
  const isServed = ['serve', 'traffic', 'reset', 'instances'].some((key) => given.has(key));
  if (!command && !isServed) throw new UserError(messages.commandNeeded(`requests ${verb}`));
}

const shownIn = (cwd, file) => {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') ? file : relative;
};

async function recordStep(context, { tell }) {
  makeResults(context.out);
  tell(messages.requestsRecording(context.command));
  const recorded = await record(context, tell);
  tell(recorded ? messages.requestsRecorded(recorded.content) : messages.recordInterrupted());
  return recorded;
}

async function findStep(context, { traces, recordings, isAlone }, { tell }) {
  const { values: { handlers }, signal } = context;
  const found = await candidatesIn({ traces, recordings, isAlone }, { handlers, signal });
  writeCandidates(context.out, found, traces);
  tell(messages.requestsFound({ ...found, outside: sitesOutside(recordings) }, found.candidates.length));
  return found;
}

// Nothing can be held in a service that is not Node.
function partsOf(candidates, recordings) {
  const isForeign = ({ first, second }) => [first, second].some(({ trace, traces = [] }) => (
    [trace, ...traces].some((one) => recordings[one]?.isForeign)));
  return { own: candidates.filter((one) => !isForeign(one)), foreign: candidates.filter(isForeign) };
}

function tellForeign(foreign, { tell }) {
  if (foreign.length === 0) return;
  tell([messages.foreignCandidates(foreign.length), ...foreign.map((one) => `  ${messages.candidateLine(one)}`)].join('\n'));
}

const LONG_MS = 15_000; // one proof takes minutes then

// Up to here no request has been sent again.
async function beforeProofs(context, candidates, recordings, tell) {
  const hidden = await demandNearIn(recordings, context);
  const again = sentAgain(context.command, candidates, recordings, hidden);
  if (again) tell(messages.sentAgain(again));
  if (context.recordedMs >= LONG_MS) tell(messages.longRuns(context.recordedMs));
}

async function proveStep(given, { found, candidates, recordings, content, ms, servers }, { tell, status }) {
  const context = { ...given, recordedMs: ms, servers };
  let summary;
  const { own, foreign } = partsOf(candidates, recordings);
  tellForeign(foreign, { tell });
  if (own.length > 0) await beforeProofs(context, own, recordings, tell);
  for await (const event of proofs(context, own, recordings, (run) => status.show(messages.proofRun(run)))) {
    status.clear();
    if (event.type === 'end') ({ summary } = event);
    else if (event.isRace) tell(messages.requestRaceBlock(event.proof, { file: shownIn(context.cwd, event.file) }));
    else tell(messages.proofLine(event.proof, event));
  }
  writeReport(context, { found, content, summary });
  tell(messages.requestsSummary(summary));
  if (summary.problem) tell(summary.problem.message);
  if (summary.interrupted) return EXIT.interrupted;
  if (summary.problem && summary.races.length === 0) return summary.problem.status;
  if (summary.races.length > 0) return EXIT.failed;
  const strict = context.values.strict ? messages.strictRequests(summary) : undefined;
  if (strict) tell(strict);
  return strict ? EXIT.failed : EXIT.passed;
}

// The bodies of requests are in the recording beside the trace, if there is one.
const tracesGiven = (traces) => ({
  traces, recordings: traces.map((one) => readRecording(one)), isAlone: true,
});

const VERBS = {
  async run(context, operands, io) {
    const recorded = await recordStep(context, io);
    if (!recorded) return EXIT.interrupted;
    const found = await findStep(context, recorded, io);
    return proveStep(context, { ...recorded, found, candidates: found.candidates }, io);
  },
  async record(context, operands, io) {
    return await recordStep(context, io) ? EXIT.passed : EXIT.interrupted;
  },
  async find(context, operands, io) {
    const given = operands.map((name) => path.resolve(context.cwd, name));
    const recorded = given.length > 0 ? tracesGiven(given) : await readRecorded(context);
    if (recorded.content?.requests === 0) throw new UserError(messages.noServerSeen(recorded.content), EXIT.baseline);
    const { candidates } = await findStep(context, recorded, io);
    for (const candidate of candidates) io.tell(messages.candidateLine(candidate));
    return EXIT.passed;
  },
  async prove(context, operands, io) {
    const recorded = await readRecorded(context);
    const found = readCandidates(context.out, recorded.traces);
    const known = found.candidates.map(({ id }) => id);
    const unknown = operands.find((id) => !known.includes(id));
    if (unknown !== undefined) throw new UserError(messages.noCandidateLike(unknown, known));
    const candidates = found.candidates.filter(({ id }) => operands.length === 0 || operands.includes(id));
    io.tell(messages.requestsProving(context.command));
    return proveStep(context, { ...recorded, found, candidates }, io);
  },
};

const RUNS_COMMAND = new Set(['run', 'record', 'prove']);

async function run({ settings, operands: [verb, ...operands], io }) {
  const carryOut = Object.hasOwn(VERBS, verb ?? '') ? VERBS[verb] : undefined;
  if (!carryOut) throw new UserError(messages.requestsVerbNeeded(Object.keys(VERBS)));
  if (['run', 'record'].includes(verb) && operands.length > 0) throw new UserError(messages.commandWithoutDashes(`requests ${verb}`, operands));
  const asked = verb === 'prove' ? continued(settings, io) : settings;
  if (RUNS_COMMAND.has(verb)) demandCommand(asked, verb);
  const status = new Status(io.stdout);
  try {
    const tell = (text) => status.print(`${text}\n`);
    return await carryOut(await contextOf(asked, io), operands, { tell, status });
  } catch (error) {
    if (io.signal.aborted && error.name === 'AbortError') {
      status.print(`${messages.findInterrupted()}\n`);
      return EXIT.interrupted;
    }
    throw error;
  } finally {
    status.clear();
  }
}

module.exports = {
  name: 'requests',
  summary: 'find pairs of HTTP requests that interleave badly on a database, and prove them',
  usage: 'run|record|find|prove [OPTIONS] (-- COMMAND... | --serve CMD --traffic CMD|FILE)',
  details: [
    'run      record the requests of a test suite, find pairs, prove them: docs/guide/request-races.md',
    'record   only record; the traces are in --out/requests/recorded',
    'find     [TRACE...] find candidates in the last recording, or in these traces',
    'prove    [ID...] prove these candidates of the last find, or all; command and options are those of',
    '         the recording, unless others are given',
    'Exit status: 0 no race proved, 1 a race proved, 3 the command fails by itself.',
  ],
  run,
};
