'use strict';
// nacd minimize: finds the fewest delays that still fail, and the race that they expose.
const path = require('node:path');

const { continueFrom, makeContext } = require('../../campaign/context.js');
const { locateFailure } = require('../../files/locate.js');
const { Scratch } = require('../../campaign/scratch.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { writeTest } = require('../../minimize/as-test.js');
const { minimizeFailure } = require('../../minimize/failure.js');
const { Stopped } = require('../../minimize/oracle.js');
const { readSchedule, writeSchedule } = require('../../files/schedule.js');
const { writeRaceTest } = require('../../requests/report/as-test.js');
const { isRequestRace } = require('../../requests/prove/failure.js');
const { consent } = require('./consent.js');
const { oneOperand } = require('./operands.js');

const SLOW_MS = 1000;

function shownName(file, cwd) {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') ? file : relative;
}

function conclude(found, io) {
  if (found.outcome !== 'minimized') {
    const tell = { 'not-again': messages.notAgain, 'without-delays': messages.withoutDelays }[found.outcome];
    io.stdout.write(`${tell(found)}\n`);
    return EXIT.failed;
  }
  const file = shownName(found.file, io.cwd);
  io.stdout.write(`${messages.raceBlock({ ...found, file })}\n`);
  return EXIT.passed;
}

async function asTest({ found, scratch, context, command, extra, io }) {
  const file = extra['test-file'] && path.resolve(io.cwd, extra['test-file']);
  const name = `nacd-${path.basename(found.file, '.json')}`;
  const about = { found, schedule: readSchedule(found.file), scratch, context, file, name, command };
  const written = await writeTest(about).catch((error) => {
    if (error instanceof Stopped) io.stdout.write(`${messages.testInterrupted()}\n`);
    throw error;
  });
  const told = written ? messages.testWritten(shownName(written.file, io.cwd), written.orders) : messages.noTest();
  io.stdout.write(`${told}\n`);
  return written ? EXIT.passed : EXIT.failed;
}

// The kept failure stays as it is: nothing confirmed the smaller schedule.
function tellInterrupted(found, { located, scratch, io }) {
  if (!found) return void io.stdout.write(`${messages.interruptedEarly()}\n`);
  const file = path.join(scratch.folder, 'smallest.json');
  const { delays, from } = found;
  writeSchedule(file, { ...located.schedule, command: located.command, from, delays });
  io.stdout.write(`${messages.minimizeInterrupted(found, shownName(file, io.cwd))}\n`);
}

// A request race has a single preemption, so there is nothing to minimize.
function raceToTest({ schedule, command }, extra, io) {
  if (!extra['as-test'] && !extra['test-file']) throw new UserError(messages.raceIsSmall());
  const file = extra['test-file'] && path.resolve(io.cwd, extra['test-file']);
  const written = writeRaceTest({ schedule, command, cwd: io.cwd, file });
  io.stdout.write(`${messages.raceTestWritten(shownName(written.test, io.cwd), shownName(written.data, io.cwd))}\n`);
  return EXIT.passed;
}

async function run({ settings, operands, extra, io }) {
  const asked = makeContext(settings, io);
  const located = locateFailure(oneOperand('minimize', operands, settings.values.out), asked);
  if (isRequestRace(located.schedule, located.shown)) return raceToTest(located, extra, io);
  await consent(located, settings, io);
  const context = continueFrom(asked, located);
  const scratch = await Scratch.open(context, 'minimize');
  const tell = (text) => (settings.values.quiet ? undefined : io.stdout.write(`${text}\n`));
  tell(messages.minimizeStarts(located.schedule, located.command));
  // Runs that take long are shown one by one; others would only scroll by.
  const isShown = ({ type, ms }) => type !== 'tried' || ms >= SLOW_MS;
  const onEvent = (event) => (isShown(event) ? tell(messages.minimizeEvent(event)) : undefined);
  try {
    const found = await minimizeFailure({ context, located, scratch, onEvent });
    const status = conclude(found, io);
    if (status !== EXIT.passed || !(extra['as-test'] || extra['test-file'])) return status;
    return await asTest({ found, scratch, context, command: found.command, extra, io });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    tellInterrupted(error.found, { located, scratch, io });
    return EXIT.interrupted;
  } finally {
    scratch.close();
  }
}

module.exports = {
  name: 'minimize',
  summary: 'find the fewest delays that still fail, and what they change',
  usage: '[DIR|FILE|ID] [--time SEC] [--as-test] [-- COMMAND [ARG...]]',
  details: [
    'Writes the smaller schedule into the results folder. Exit status: 0 minimized, 1 the failure did',
    'not occur again, or occurs without delays, too.',
    '--as-test         also write a regression test, with gates, into test/ (or here)',
    '--test-file FILE  the same, into FILE',
  ],
  flags: { 'as-test': { type: 'boolean' }, 'test-file': { type: 'string' } },
  run,
};
