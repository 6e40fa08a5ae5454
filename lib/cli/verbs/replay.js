'use strict';
// nacd replay: runs a failure again, from its schedule.
const path = require('node:path');
const { isDeepStrictEqual } = require('node:util');

const { continueFrom, makeContext } = require('../../campaign/context.js');
const { SHORT_QUIET_MS } = require('../../analysis/duration.js');
const { hasFailed, isFailureOf } = require('../../analysis/groups.js');
const { noteFailure } = require('../../files/keep.js');
const { locateFailure } = require('../../files/locate.js');
const { Scratch } = require('../../campaign/scratch.js');
const { LONGEST_SECONDS } = require('../../process/patience.js');
const { EXIT } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { compareRuns } = require('../../analysis/order.js');
const { readTraces } = require('../../trace/read.js');
const { matchOf } = require('../../analysis/tiers.js');
const { outputOf } = require('../../writers/lines.js');
const { isRequestRace } = require('../../requests/prove/failure.js');
const { consent } = require('./consent.js');
const { replayRace } = require('./request-race.js');
const { oneOperand } = require('./operands.js');

const FLAGS = {
  verify: { type: 'boolean' },
  'inspect-brk': { type: 'boolean' },
  inspect: { type: 'boolean' },
};

// A debugger should wait in the program, not in npm: if the command is node itself, it gets the flag as an argument.
function debugged(extra, command) {
  const flag = ['inspect-brk', 'inspect'].filter((name) => extra[name]).map((name) => `--${name}`)[0];
  if (!flag) return { command };
  const isNode = /^node(\.exe)?$/.test(path.basename(command[0]));
  const more = { output: 'inherit', timeout: undefined };
  if (isNode) return { ...more, command: [command[0], flag, ...command.slice(1)] };
  return { ...more, command, nodeArguments: [flag] };
}

async function verify({ context, scratch, schedule, io, signal }) {
  // No seed makes a minimized schedule.
  const seeded = { ...schedule.options, mode: 'random' };
  const { failure = {} } = schedule;
  const { failOn = failure.failOn, timeout = failure.timeout ?? LONGEST_SECONDS } = context.values;
  const quietMs = failure.lingers ? SHORT_QUIET_MS : undefined;
  const more = { failOn, timeout, quietMs, aside: failure.aside, demand: failure.demand };
  const once = () => (schedule.minimized ? scratch.replay(schedule) : scratch.run(seeded, more));
  const runs = [await once(), await once()];
  if (signal.aborted) {
    io.stdout.write(`${messages.verifyInterrupted()}\n`);
    return EXIT.interrupted;
  }
  const traces = runs.map(({ folder }) => readTraces(path.join(folder, 'trace')));
  const comparison = compareRuns(...traces);
  io.stdout.write(`${messages.verified(comparison, runs)}\n`);
  const same = comparison.differences.length === 0 && runs[0].verdict === runs[1].verdict;
  return same ? EXIT.passed : EXIT.failed;
}

// Replaying with another command says nothing about the kept failure.
function noteShown({ file, schedule, command }, { alike, count }) {
  if (alike === 0 || !isDeepStrictEqual(command, schedule.command)) return;
  noteFailure(file, { shown: { failed: alike, of: count } });
}

async function replayOften({ scratch, located, io, signal, count, more }) {
  const { schedule } = located;
  let failed = 0;
  let alike = 0;
  for (let index = 0; index < count; index++) {
    const run = await scratch.replay(schedule, more);
    if (signal.aborted) {
      io.stdout.write(`${messages.replayInterrupted(failed, index)}\n`);
      return EXIT.interrupted;
    }
    if (hasFailed(run)) failed++;
    if (isFailureOf(run, schedule)) alike++;
    if (index > 0 && count > 1) continue;
    if (more.output !== 'inherit') io.stdout.write(outputOf(run.folder));
    const match = matchOf(schedule, readTraces(path.join(run.folder, 'trace')));
    io.stdout.write(`${messages.replayed(run, schedule, match)}\n`);
  }
  if (count > 1) io.stdout.write(`${messages.replayedOften(failed, count)}\n`);
  noteShown(located, { alike, count });
  return failed > 0 ? EXIT.failed : EXIT.passed;
}

async function run({ settings, operands, extra, io }) {
  const target = oneOperand('replay', operands, settings.values.out);
  const context = makeContext(settings, io);
  const located = locateFailure(target, context);
  await consent(located, settings, io);
  const { schedule, command } = located;
  if (isRequestRace(schedule, located.shown)) return replayRace(continueFrom(context, located), located, io);
  const more = debugged(extra, command);
  const scratch = await Scratch.open({ ...continueFrom(context, located), command: more.command }, 'replay');
  io.stdout.write(`${messages.replayStarts(schedule, command)}\n`);
  if (schedule.node && schedule.node !== process.version) {
    io.stdout.write(`${messages.otherNode(schedule.node, process.version)}\n`);
  }
  const { signal } = io;
  const count = settings.given.has('runs') && more.output !== 'inherit' ? settings.values.runs : 1;
  try {
    if (extra.verify) return await verify({ context, scratch, schedule, io, signal });
    return await replayOften({ scratch, located, io, signal, count, more });
  } finally {
    scratch.close();
  }
}

module.exports = {
  name: 'replay',
  summary: 'run a failure again, from its schedule',
  usage: '[DIR|FILE|ID] [--verify] [--inspect-brk] [-n RUNS] [-- COMMAND [ARG...]]',
  details: [
    'DIR is a results folder (.nacd) or the folder of a run, FILE a schedule file, ID a failure in',
    '.nacd/failures.',
    '--verify       run the seed twice and name the first difference',
    '--inspect-brk  wait for a debugger',
    'Exit status: 1 it failed again, 0 it did not.',
  ],
  flags: FLAGS,
  run,
};
