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

function isWanted({ of, first, second }, handlers) {
  const own = [of?.handler, first.handler, second.handler];
  return handlers === undefined || handlers.some((name) => own.includes(name));
}

const FINDER = path.join(__dirname, '..', 'preload', 'requests', 'find.js');
const BAD_TRACE = 2; // exit status of the finder
const MOST_BYTES = 512 * 1024 * 1024;
const run = promisify(execFile);

// The analysis answers one line about a trace that it cannot read.
async function analysed(traces, options) {
  try {
    return (await run(process.execPath, [FINDER, ...traces], options)).stdout;
  } catch (error) {
    if (error.code !== BAD_TRACE) throw error;
    throw new UserError(`nacd: ${error.stderr.trim()}`);
  }
}

/**
 * Resolves to what is found in `traces`, files of traces; `handlers` narrows it. An abort of `signal` ends it.
 * Rejects with a UserError if no request has one of the handlers.
 */
async function find(traces, { handlers, signal } = {}) {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const found = JSON.parse(await analysed(traces, { maxBuffer: MOST_BYTES, signal, env }));
  const unknown = handlers?.find((name) => !found.handlers.includes(name));
  if (unknown !== undefined) throw new UserError(messages.noHandlerLike(unknown, found.handlers));
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
