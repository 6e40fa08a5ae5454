'use strict';
// Runs the user's command once with the recorder, and with a plan for the director of a proof if there is one.
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const { checkSpace, makeFolder } = require('../files/disk.js');
const messages = require('../messages/index.js');
const { environmentOf } = require('../process/environment.js');
const { CannotStart, runCommand } = require('../process/run-command.js');
const { carriedOut, servedOf } = require('./served/command.js');

/**
 * Runs `context.command`; traces go to FOLDER/trace, the output to FOLDER/stdout and stderr. `plan` is the file of a
 * plan. Resolves to {code, signal, reason, ms} as runCommand() does.
 */
async function runOnce(context, folder, { plan, timeout } = {}) {
  const { cwd, env, preload, signal, command } = context;
  const trace = path.join(folder, 'trace');
  checkSpace(folder);
  makeFolder(trace);
  fs.chmodSync(folder, 0o700);
  const marker = crypto.randomUUID();
  const options = { mode: 'never', requests: 'record', requestsPlan: plan, trace };
  const own = environmentOf({ base: env, preload, options, marker });
  const served = servedOf(command);
  const started = served ? carriedOut(served, folder, own, env) : { command, env: own };
  try {
    return await runCommand({ ...started, cwd, folder, timeout, signal, marker });
  } catch (error) {
    if (error instanceof CannotStart) throw new UserError(messages.cannotStart(command, error));
    throw error;
  }
}

module.exports = { runOnce };
