'use strict';
// Finds candidates in traces, by the native analysis. It runs in a process of its own: a large trace takes seconds and
// a gigabyte.
const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');

const { UserError } = require('../errors/index.js');
const { writeWhole } = require('../files/disk.js');
const { readJson } = require('../files/store.js');
const messages = require('../messages/index.js');

const fileOf = (out) => path.join(out, 'requests', 'candidates.json');

function isWanted({ first, second }, handlers) {
  return handlers === undefined || handlers.some((name) => name === first.handler || name === second.handler);
}

const FINDER = path.join(__dirname, '..', 'preload', 'requests', 'find.js');
const MOST_BYTES = 512 * 1024 * 1024;
const run = promisify(execFile);

/** Resolves to what is found in `traces`, files of traces; `handlers` narrows it. An abort of `signal` ends it. */
async function find(traces, { handlers, signal } = {}) {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await run(process.execPath, [FINDER, ...traces], { maxBuffer: MOST_BYTES, signal, env });
  const found = JSON.parse(stdout);
  return { ...found, candidates: found.candidates.filter((candidate) => isWanted(candidate, handlers)) };
}

/** Writes candidates into the results folder. */
function writeCandidates(out, found) {
  writeWhole(fileOf(out), `${JSON.stringify(found, null, 1)}\n`);
}

/** Returns the candidates in the results folder. Throws a UserError if there are none. */
function readCandidates(out) {
  const found = readJson(fileOf(out));
  if (!Array.isArray(found?.candidates)) throw new UserError(messages.noCandidates(out));
  return found;
}

module.exports = { find, writeCandidates, readCandidates };
