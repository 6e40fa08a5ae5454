'use strict';
// Makes one run: prepares its environment, runs the command, reads the traces, finds the verdict, writes the schedule.
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { environmentOf } = require('../process/environment.js');
const { CannotStart, runCommand } = require('../process/run-command.js');
const { readRunTraces } = require('../trace/run-traces.js');
const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { checkSpace } = require('../files/disk.js');
const { withoutAside } = require('./aside.js');
const { withDemand } = require('./demand.js');
const { folded } = require('./fold.js');
const { condensed, describeHang } = require('./hang.js');
const { exitOptionOf, keepersNow, watchLingering } = require('./lingering.js');
const { readOutputs, readWhole } = require('./read-outputs.js');
const { sampleLoad } = require('../process/load.js');
const { watchStuck } = require('./stuck.js');
const { hasFailed } = require('../analysis/groups.js');
const { verdictOf } = require('./verdict.js');
const { errorsIn, exitsIn, testedPrograms } = require('./written-errors.js');

const MOST_ERRORS = 20; // of a run

// The name is short, because the path of a socket must fit into 108 bytes.
function makeTemp() {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-'));
}

// Watches for runs that need not be waited for: those that linger, and of those with delays those that are stuck. A
// command without delays may be a server whose clients are yet to come. Notes in `seen` what is found.
function watchOf({ quietMs, options, timeout, output }, { folder, marker, seen }) {
  if (output === 'inherit') return undefined;
  const isStuckTold = timeout && options.mode !== 'never';
  const watches = [
    quietMs && ((stop) => watchLingering(folder, { marker, quietMs }, (found) => {
      Object.assign(seen, found);
      stop('lingering');
    })),
    isStuckTold && ((stop) => watchStuck(folder, { marker, timeout }, (load) => {
      Object.assign(seen, { load });
      stop('timeout');
    })),
  ].filter(Boolean);
  return (stop) => {
    const ends = watches.map((watch) => watch(stop));
    return () => ends.forEach((end) => end());
  };
}

async function start(spec, folder, temp) {
  const marker = crypto.randomUUID();
  const options = { ...spec.options, trace: path.join(folder, 'trace') };
  const base = temp ? { ...spec.env, TMPDIR: temp } : spec.env;
  const seen = {};
  const end = await runCommand({
    command: [...(spec.prefix ?? []), ...spec.command],
    cwd: spec.cwd,
    env: environmentOf({ base, preload: spec.preload, options, marker, nodeArguments: spec.nodeArguments }),
    output: spec.output,
    folder,
    timeout: spec.timeout,
    signal: spec.signal,
    marker,
    watch: watchOf(spec, { folder, marker, seen }),
    onTimeout: async () => {
      seen.load = await sampleLoad(marker);
      if (spec.output !== 'inherit') seen.keepers = await keepersNow(folder, { marker });
    },
  });
  return { end, ...seen };
}

function readTraces(spec, folder, { reason, failed }) {
  const beginnings = failed ? spec.beginningsOfFailure : spec.beginnings;
  const whole = reason === 'timeout' || reason === 'lingering';
  return readRunTraces(path.join(folder, 'trace'), { whole, condense: condensed, beginnings });
}

// Describes why a run did not end by itself. `kind` is 'lingering' if something open kept it alive after its tests.
function whyNotEnded(spec, { end, load, keepers, unfinished, endedMs = end.ms, traces, startedAt }) {
  const { timeoutGiven = true } = spec;
  const about = describeHang({ traces: traces.whole, load, ms: end.aliveMs, startedAt, timeoutGiven });
  const exitOption = exitOptionOf(traces.whole, spec.command);
  if (!keepers) return { ...about, exitOption: about.open.length > 0 ? exitOption : undefined };
  if (unfinished) return { kind: 'unfinished', files: unfinished, open: keepers };
  return { kind: 'lingering', open: [...about.open, ...keepers], endedMs: Math.round(endedMs), exitOption };
}

// Returns what a run shows although it passed: errors and early ends that no run without delays had, `more` tests, and
// for how long, in milliseconds, it `held` operations. Where tests are counted, their number shows that a process of
// theirs ended early, but not that a program under test did.
function besides({ plainErrors, demand }, { outputs, traces, more }) {
  if (!plainErrors) return {};
  const ends = exitsIn(demand?.tests ? testedPrograms(traces.delayed) : traces.delayed);
  const fresh = [...errorsIn(outputs), ...ends].filter(([key]) => !plainErrors.includes(key));
  const wrote = [...(more ? [['more tests', more]] : []), ...fresh].slice(0, MOST_ERRORS);
  const held = traces.delayed.flatMap(({ operations }) => operations).reduce((sum, { delay = 0 }) => sum + delay, 0);
  return { held: Math.round(held), ...(wrote.length > 0 && { wrote }) };
}

async function judge(spec, folder, { end, traces, ...seen }) {
  if (spec.output === 'inherit') return { verdict: end.code === 0 ? 'passed' : 'failed', titles: [] };
  const about = traces.whole && whyNotEnded(spec, { end, traces, ...seen });
  const outputs = readOutputs(folder);
  const { failOn, signal } = spec;
  const found = withoutAside(await verdictOf(end, outputs, { failOn, signal, about }), spec.aside);
  const result = folded(found, outputs); // nothing follows from a test that is set aside: without delays nothing did
  if (result.verdict !== 'passed') return result;
  const { demand, aside } = spec;
  const written = { outputs: readWhole(folder), traces: traces.delayed };
  const { more, ...judged } = withDemand(result, { ...written, demand, end, aside });
  return judged.verdict === 'passed' ? { ...judged, ...besides(spec, { outputs, traces, more }) } : judged;
}

function writeItsSchedule(spec, folder, traces) {
  const schedule = scheduleOf({ traces: traces.delayed, options: spec.options, command: spec.command });
  // A failure's delays are kept apart, and a passed run is made again by its seed.
  writeSchedule(path.join(folder, 'schedule.json'), schedule, { brief: true });
  return schedule.delays.length;
}

/**
 * Runs `spec.command` in `spec.cwd` with `spec.options` (keys of the option table). With `spec.quietMs` the run ends if
 * its tests have ended and nothing has happened for that time (lingering.js). The tests `spec.aside` do not count. With
 * `spec.demand` a run fails if its tests or its end are others than without delays (demand.js). With
 * `spec.plainErrors`, what errorsIn() found without delays, a run that passed has `held` and `wrote`. Resolves to
 * {result, traces}. `result` is what campaign.json says about a run, without its place in a campaign: {verdict, titles,
 * code, signal, ms, delays, hooked, limited, hang, lingers, early, leftOut}. `traces` is as readRunTraces() returns it,
 * with `spec.beginnings` if the run succeeded, else with `spec.beginningsOfFailure`.
 */
async function execute(spec, folder) {
  const temp = spec.ownTemp ? makeTemp() : undefined;
  const startedAt = Date.now();
  try {
    const { end, ...seen } = await start(spec, folder, temp);
    let traces = readTraces(spec, folder, { ...end, failed: end.code !== 0 });
    const judged = await judge(spec, folder, { end, ...seen, traces, startedAt });
    // A failure by its output alone.
    if (hasFailed(judged) && end.code === 0) traces = readTraces(spec, folder, { ...end, failed: true });
    // On a full disk a program fails for that reason, or passes without a trace: such a run proves nothing.
    checkSpace(folder);
    const delays = writeItsSchedule(spec, folder, traces);
    const { code, signal, ms } = end;
    const { hooked } = traces;
    const limited = traces.limited || undefined;
    return { result: { ...judged, code, signal, ms: Math.round(ms), delays, hooked, limited }, traces };
  } catch (error) {
    if (error instanceof CannotStart) throw new UserError(messages.cannotStart(spec.command, error));
    throw error;
  } finally {
    if (temp) fs.rmSync(temp, { recursive: true, force: true });
  }
}

module.exports = { execute };
