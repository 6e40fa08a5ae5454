'use strict';
// nacd worker: makes runs for a campaign that another machine asked for (nacd run --queue).
const { makeContext } = require('../../campaign/context.js');
const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { Worker } = require('../../queue/worker.js');

async function run({ settings, operands, io }) {
  if (operands.length > 0) throw new UserError(messages.commandWithoutDashes('worker', operands));
  if (settings.values.queue === undefined) throw new UserError(messages.queueNeeded('worker'));
  if (!settings.command) throw new UserError(messages.commandNeeded('worker'));
  const say = (line) => (settings.values.quiet ? undefined : io.stdout.write(`${line}\n`));
  return new Worker(makeContext(settings, io), say).run();
}

module.exports = {
  name: 'worker',
  summary: 'make runs for a campaign of another machine (run --queue)',
  usage: '--queue URL [--jobs J] -- COMMAND [ARG...]',
  details: [
    'Only this COMMAND is run; the campaign must be about the same one.',
    'Exit status: 0 the campaign has ended, 2 this machine does not fit, 3 the command fails here.',
  ],
  run,
};
