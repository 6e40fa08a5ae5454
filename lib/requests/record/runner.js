'use strict';
// Runs the user's command once with the recorder, and with a plan for the director of a proof if there is one.
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const { EXIT, UserError } = require('../../errors/index.js');
const { checkSpace, makeFolder } = require('../../files/disk.js');
const messages = require('../../messages/index.js');
const { environmentOf } = require('../../process/environment.js');
const { CannotStart, runCommand } = require('../../process/run-command.js');
const { PUSHES, SOCKETS, WATCHED } = require('../../trace/protocol.js');
const { carriedOut, servedOf } = require('../served/command.js');

const POLL_MS = 100;
const REST_MS = 2000; // to end, more than in the recording

// Ends the run when the recorder tells of `node --watch`.
const watchWatching = (file) => (end) => {
  const poll = setInterval(() => { if (fs.existsSync(file)) end('watched'); }, POLL_MS);
  return () => clearInterval(poll);
};

const both = (one, other) => (end) => {
  const stops = [one(end), other?.(end)];
  return () => stops.forEach((stop) => stop?.());
};

// A test that fails in a proof may leave its server open, so its process never ends. The proof is over when `file` is
// there; then the run has as long as the recording took to clean up.
const watchResult = (file, recordedMs) => (end) => {
  let rest;
  const poll = setInterval(() => {
    if (!fs.existsSync(file)) return;
    clearInterval(poll);
    rest = setTimeout(end, recordedMs + REST_MS, 'proved');
  }, POLL_MS);
  return () => {
    clearInterval(poll);
    clearTimeout(rest);
  };
};

/**
 * Runs `context.command`; traces go to FOLDER/trace, the output to FOLDER/stdout and stderr. `plan` is the file of a
 * plan, and `result` that of its result: then the run ends by itself, or with the reason 'proved' if it takes longer
 * after that than the recording, `context.recordedMs`. Resolves to {code, signal, reason, ms} as runCommand() does.
 */
async function runOnce(context, folder, { plan, result, timeout } = {}) {
  const { cwd, preload, signal, command, recordedMs, servers, values: { everyRequest } = {} } = context;
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = context.env; // nacd itself may run under node --watch
  const trace = path.join(folder, 'trace');
  checkSpace(folder);
  makeFolder(trace);
  fs.chmodSync(folder, 0o700);
  const marker = crypto.randomUUID();
  const options = { mode: 'never', requests: 'record', requestsPlan: plan, trace, everyRequest };
  const own = environmentOf({ base: env, preload, options, marker });
  const served = servedOf(command);
  const started = served ? carriedOut(served, folder, own, env, servers) : { command, env: own };
  const ofResult = result === undefined || recordedMs === undefined ? undefined : watchResult(result, recordedMs);
  const watched = path.join(trace, WATCHED);
  try {
    const watch = both(watchWatching(watched), ofResult);
    const end = await runCommand({ ...started, cwd, folder, timeout, signal, marker, watch });
    if (fs.existsSync(watched)) throw new UserError(messages.watchRefused('node --watch'), EXIT.usage);
    return end;
  } catch (error) {
    if (error instanceof CannotStart) throw new UserError(messages.cannotStart(command, error));
    throw error;
  } finally {
    for (const name of [PUSHES, SOCKETS]) fs.rmSync(path.join(trace, name), { recursive: true, force: true });
  }
}

module.exports = { runOnce };
