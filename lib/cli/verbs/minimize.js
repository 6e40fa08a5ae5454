'use strict';
// nacd minimize: the fewest delays that still fail, and the race they show.
const path = require('node:path');

const { makeContext } = require('../../campaign/context.js');
const { locateFailure } = require('../../campaign/locate.js');
const { Scratch } = require('../../campaign/scratch.js');
const { EXIT } = require('../../errors.js');
const messages = require('../../messages/index.js');
const { minimizeFailure } = require('../../minimize/failure.js');
const { Stopped } = require('../../minimize/oracle.js');
const { oneOperand } = require('./operands.js');

function conclude(found, io) {
  if (found.outcome !== 'minimized') {
    const tell = { 'not-again': messages.notAgain, 'without-delays': messages.withoutDelays }[found.outcome];
    io.stdout.write(`${tell(found)}\n`);
    return EXIT.failed;
  }
  const relative = path.relative(io.cwd, found.file);
  const file = relative.startsWith('..') ? found.file : relative;
  io.stdout.write(`${messages.raceBlock({ ...found, file })}\n`);
  return EXIT.passed;
}

async function run({ settings, operands, io }) {
  const context = makeContext(settings, io);
  const located = locateFailure(oneOperand('minimize', operands, settings.values.out), context);
  const scratch = new Scratch({ ...context, command: located.command }, 'minimize');
  const tell = (text) => (settings.values.quiet ? undefined : io.stdout.write(`${text}\n`));
  tell(messages.minimizeStarts(located.schedule, located.command));
  const onEvent = (event) => tell(messages.minimizeEvent(event));
  try {
    return conclude(await minimizeFailure({ context, located, scratch, onEvent }), io);
  } catch (error) {
    if (error instanceof Stopped) return EXIT.interrupted;
    throw error;
  }
}

module.exports = {
  name: 'minimize',
  summary: 'find the fewest delays that still fail, and the two places that race',
  usage: '[DIR|FILE|ID] [--tries N] [--time SEC] [-- COMMAND [ARG...]]',
  details: [
    'Writes the smaller schedule into .nacd/failures. Exit status: 0 minimized, 1 the failure did',
    'not come again, or comes without delays too.',
  ],
  run,
};
