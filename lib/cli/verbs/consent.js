'use strict';
// Asks before it runs a command that comes from a file.
const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

/** Rejects with a UserError unless the user wants to run the command of `located` (files/locate.js). */
async function consent({ shown, command, trusted }, { values }, { ask, stdout }) {
  if (trusted || values.yes) return;
  if (!ask) throw new UserError(messages.notRun(shown, command));
  stdout.write(`${messages.strangeCommand(shown, command)}\n`);
  if (!(await ask(messages.mayRun()))) throw new UserError(messages.notRun(shown, command));
}

module.exports = { consent };
