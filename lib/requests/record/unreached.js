'use strict';
// Finds what the programs of a run could not connect to, and still nobody can: a store or a broker that does not run.
// While the programs of the run are there, so that none of them is taken for one, if the tool has started them.
const { lookup } = require('node:dns/promises');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');

const { UserError } = require('../../errors/index.js');
const { count, list, maybe, object, text } = require('../../files/shape.js');
const { readJson } = require('../../files/store.js');
const messages = require('../../messages/index.js');
const { linesLike, recordingsIn } = require('../served/listening.js');
const { mainOf } = require('../recording/recorded.js');

const UNREACHED = list(object({ host: text, port: maybe(count), code: maybe(text), main: maybe(text) }));
const PROBE_MS = 1000;

const answers = (port, host) => new Promise((resolve) => {
  const socket = net.connect(port, host);
  const end = (isThere) => {
    socket.destroy();
    resolve(isThere);
  };
  socket.on('connect', () => end(true));
  socket.on('error', () => end(false));
  socket.setTimeout(PROBE_MS, () => end(true)); // it may be slow
});

async function isReached({ host, port }) {
  if (port !== undefined) return answers(port, host);
  if (path.isAbsolute(host)) return fs.existsSync(host);
  return lookup(host).then(() => true, () => false);
}

function triedIn(folder) {
  const tried = new Map(); // address -> {host, port, code, main}
  const served = new Set(); // ports of the programs themselves
  for (const name of recordingsIn(folder)) {
    const { header, found } = linesLike(folder, name, ['unreached', 'listen']);
    for (const { type, host, port, code } of found) {
      if (type === 'listen') served.add(port);
      else tried.set(`${host} ${port}`, { host, port, code, main: mainOf(header) });
    }
  }
  return [...tried.values()].filter(({ port }) => !served.has(port));
}

const fileOf = (folder) => path.join(folder, 'unreached.json');

/** Writes what unreachedIn() then resolves to, as the programs of the run in `folder` are about to be ended. */
async function noteUnreached(folder) {
  fs.writeFileSync(fileOf(folder), JSON.stringify(await unreachedIn(folder)), { mode: 0o600 });
}

/**
 * Resolves to [{host, port, code, main}] of the run with its files in `folder`: addresses that a program of it could
 * not connect to, and that cannot be reached now.
 */
async function unreachedIn(folder) {
  const noted = readJson(fileOf(folder), UNREACHED);
  if (noted) return noted;
  const trace = path.join(folder, 'trace');
  if (!fs.existsSync(trace)) return [];
  const tried = triedIn(trace);
  const reached = await Promise.all(tried.map(isReached));
  return tried.filter((_, index) => !reached[index]);
}

/** Resolves to `error`; if the user can correct it, with what could not be reached in the run of `folder`. */
async function withUnreached(error, folder) {
  if (!(error instanceof UserError)) return error;
  const unreached = await unreachedIn(folder);
  return unreached.length === 0 ? error : new UserError(`${error.message}; ${messages.unreached(unreached)}`, error.status);
}

module.exports = { noteUnreached, unreachedIn, withUnreached };
