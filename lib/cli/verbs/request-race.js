'use strict';
// replay and prove of a request race: both serial orders once, and the bad order.
const path = require('node:path');

const { EXIT } = require('../../errors/index.js');
const { clearOurs, makeOurs, makeResults } = require('../../files/disk.js');
const messages = require('../../messages/index.js');
const { readCheck } = require('../../requests/judge/check.js');
const { repeatRace } = require('../../requests/prove/failure.js');
const { FORCED_RUNS } = require('../../requests/prove/prove.js');
const { LONGEST_SECONDS } = require('../../process/patience.js');

const LIMIT_SECONDS = 10;

async function repeat(context, { schedule, command }, { name, count }) {
  const folder = path.join(context.out, 'requests', name);
  makeResults(context.out);
  clearOurs(folder);
  makeOurs(folder);
  const { limit = LIMIT_SECONDS, check: file } = schedule;
  const check = await readCheck(file && path.resolve(context.cwd, file));
  const limits = { limit, timeout: context.values.timeout ?? LONGEST_SECONDS };
  return repeatRace({ ...context, command, limits, check }, schedule, { folder, count });
}

function tellInterrupted({ judgements, agree }, of, io) {
  io.stdout.write(`${messages.raceInterrupted({ ran: judgements.length, agree, of })}\n`);
  return EXIT.interrupted;
}

/**
 * Carries out `nacd replay` on a request race. Resolves to the exit status: 1 if it showed again, 3 if the bad order
 * could not be run.
 */
async function replayRace(context, located, io) {
  const { schedule, command } = located;
  const count = context.given.has('runs') ? context.values.runs : 1;
  io.stdout.write(`${messages.raceReplayStarts(schedule, command)}\n`);
  const result = await repeat(context, located, { name: 'replay', count });
  if (result.isInterrupted) return tellInterrupted(result, count, io);
  io.stdout.write(`${messages.raceRepeated(schedule.race, { ...result, of: count })}\n`);
  if (result.problem) return EXIT.baseline;
  return result.agree > 0 ? EXIT.failed : EXIT.passed;
}

/** Carries out `nacd prove` on a request race. Resolves to the exit status: 0 if the fix holds. */
async function proveRaceFixed(context, located, io) {
  const { schedule, command } = located;
  io.stdout.write(`${messages.proveStarts(schedule, command)}\n`);
  const result = await repeat(context, located, { name: 'prove', count: FORCED_RUNS });
  if (result.isInterrupted) return tellInterrupted(result, FORCED_RUNS, io);
  const { holds, text } = messages.raceFixed(schedule.race, { ...result, of: FORCED_RUNS });
  io.stdout.write(`${text}\n`);
  return holds ? EXIT.passed : EXIT.failed;
}

module.exports = { replayRace, proveRaceFixed };
