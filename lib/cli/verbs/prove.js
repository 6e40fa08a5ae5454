'use strict';
// nacd prove: runs the old schedule, its neighbours and fresh seeds after a fix, and says if the fix holds.
const crypto = require('node:crypto');
const path = require('node:path');

const { continueFrom, makeContext } = require('../../campaign/context.js');
const { demandOf } = require('../../campaign/demand.js');
const { hasFailed, isFailureOf } = require('../../analysis/groups.js');
const { noteFailure } = require('../../files/keep.js');
const { locateFailure } = require('../../files/locate.js');
const { randomTurn } = require('../../campaign/strategies.js');
const { LONG_QUIET_MS } = require('../../campaign/lingering.js');
const { Scratch } = require('../../campaign/scratch.js');
const { LONGEST_SECONDS } = require('../../process/patience.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { ordersIn } = require('../../minimize/kept-orders.js');
const { readTraces } = require('../../trace/read.js');
const { matchOf } = require('../../analysis/tiers.js');
const { isRequestRace } = require('../../requests/prove/failure.js');
const { consent } = require('./consent.js');
const { proveRaceFixed } = require('./request-race.js');
const { oneOperand } = require('./operands.js');

const OLD_RUNS = 10;
// Factors of the old delays: a fix may only have changed how long a delay must be.
const NEIGHBOURS = [0.5, 0.8, 1.25, 2, 4];

// A constraint ends with its event, however long it may last.
const isDelay = ({ after }) => after === undefined;

function scaled(schedule, factor) {
  const delays = schedule.delays.map((entry) => ({ ...entry, delay: Math.round(entry.delay * factor) }));
  return { ...schedule, delays };
}

// If the output showed the failure, the output also decides about the fix.
const failOnOf = ({ values }, { failure }) => values.failOn ?? failure?.failOn;

function* planOf({ context, schedule, scratch, demand }) {
  for (let run = 0; run < OLD_RUNS; run++) yield { part: 'old', start: () => scratch.replay(schedule, { demand }) };
  for (const factor of schedule.delays.some(isDelay) ? NEIGHBOURS : []) {
    yield { part: 'neighbours', start: () => scratch.replay(scaled(schedule, factor), { demand }) };
  }
  const seed = context.values.seed ?? crypto.randomInt(2 ** 32);
  const given = context.values.timeout ?? schedule.failure?.timeout;
  for (let index = 0; index < context.values.runs; index++) {
    const options = { ...context.core, ...randomTurn(index, context), seed: (seed + index) >>> 0 };
    const failOn = failOnOf(context, schedule);
    const { aside } = schedule.failure ?? {};
    const more = { timeout: given ?? LONGEST_SECONDS, timeoutGiven: given !== undefined, failOn, aside, demand };
    yield { part: 'fresh', seed: options.seed, start: () => scratch.run(options, more) };
  }
}

async function runAll({ plan, schedule, signal, tell }) {
  const parts = {};
  for (const { part, seed, start } of plan) {
    const run = await start();
    if (signal.aborted) return { parts, isWhole: false };
    const none = { failed: 0, alike: 0, held: 0, inconclusive: 0, of: 0, first: undefined, folder: run.folder };
    const count = (parts[part] ??= none);
    count.of++;
    if (run.delays > 0) count.held++;
    if (isFailureOf(run, schedule)) count.alike++;
    if (run.verdict === 'inconclusive') count.inconclusive++;
    if (!hasFailed(run)) continue;
    count.failed++;
    if (count.first === undefined) tell(messages.proveFailed(part, { seed, title: run.titles[0], folder: run.folder }));
    count.first ??= run;
  }
  return { parts, isWhole: true };
}

async function run({ settings, operands, io }) {
  const context = makeContext(settings, io);
  const located = locateFailure(oneOperand('prove', operands, settings.values.out), context);
  await consent(located, settings, io);
  const { schedule, shown } = located;
  if (isRequestRace(schedule, shown)) return proveRaceFixed(continueFrom(context, located), located, io);
  const scratch = await Scratch.open(continueFrom(context, located), 'prove');
  try {
    return await check({ context, located, scratch, io });
  } finally {
    scratch.close();
  }
}

async function check({ context, located, scratch, io }) {
  const { schedule, command } = located;
  const tell = (text) => io.stdout.write(`${text}\n`);
  tell(messages.proveStarts(schedule, command));
  const { aside } = schedule.failure ?? {};
  const limits = { timeout: context.values.timeout ?? LONGEST_SECONDS, failOn: failOnOf(context, schedule), aside };
  const quietMs = LONG_QUIET_MS;
  const base = await scratch.run({ ...context.core, seed: 0, mode: 'never' }, { ...limits, quietMs });
  if (io.signal.aborted) {
    tell(messages.proveInterrupted({}));
    return EXIT.interrupted;
  }
  if (hasFailed(base)) {
    tell(messages.baselineFailed(base));
    return EXIT.baseline;
  }
  // Without an exit status a run proves nothing.
  if (base.lingers) {
    tell(messages.proveDoesNotEnd(base.lingers));
    return EXIT.baseline;
  }
  if (!base.hooked) throw new UserError(messages.notHooked());
  const plan = planOf({ context, schedule, scratch, demand: demandOf([base]) });
  const { parts, isWhole } = await runAll({ plan, schedule, signal: io.signal, tell });
  if (!isWhole) {
    tell(messages.proveInterrupted(parts));
    return EXIT.interrupted;
  }
  const match = matchOf(schedule, readTraces(path.join(parts.old.folder, 'trace')));
  const orders = ordersIn(parts.old.folder, schedule.delays);
  const { alike: failed, of } = parts.old;
  if (failed > 0) noteFailure(located.file, { shown: { failed, of } });
  const { outcome, text } = messages.proved({ parts, match, orders, total: schedule.delays.length, located });
  tell(text);
  return outcome === 'holds' ? EXIT.passed : EXIT.failed;
}

module.exports = {
  name: 'prove',
  summary: 'after a fix: run the old schedule, its neighbours and fresh seeds',
  usage: '[DIR|FILE|ID] [-n FRESH] [-- COMMAND [ARG...]]',
  details: ['Exit status: 0 the fix holds, 1 it fails, or nothing shows that it holds,', '3 the command fails, or does not end, without delays.'],
  run,
};
