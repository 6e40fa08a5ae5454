'use strict';
// Finds candidates in traces, by the native analysis. It runs in a process of its own: a large trace takes seconds and
// a gigabyte.
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { isDeepStrictEqual, promisify } = require('node:util');

const { UserError } = require('../../errors/index.js');
const { isFailureId } = require('../../files/checks.js');
const { makeFolder, writeWhole } = require('../../files/disk.js');
const {
  any, count, flag, list, map, maybe, number, object, oneOf, optional, text, tuple,
} = require('../../files/shape.js');
const { readJson } = require('../../files/store.js');
const messages = require('../../messages/index.js');

// It names a folder.
const id = (value, place) => (isFailureId(value) ? undefined : `${place} must be an id, such as 1a2b3c`);

const side = object({
  trace: count, traces: optional(list(count)), request: count, handler: optional(text), window: list(count),
  sites: optional(list(maybe(text))), statements: optional(list(maybe(text))), hold: optional(count),
  within: optional(object({ trace: optional(count), request: optional(count) })),
});
const sides = oneOf('first', 'second');
const place = object({ trace: count, request: count });
const example = object({ first: place, second: place });
const FOUND = object({
  traces: list(text), handlers: optional(list(text)),
  candidates: list(object({
    id, pattern: text, rank: number, why: optional(list(text)), same: optional(flag), first: side, second: side,
    order: list(tuple(sides, count)), store: optional(text), table: optional(text), keys: optional(map(list(any))),
    columns: optional(list(text)), needs: optional(map(list(any))), examples: optional(count),
    more: optional(list(example)), of: optional(map(any)),
  })),
});

const fileOf = (out) => path.join(out, 'requests', 'candidates.json');

function isWanted({ of, first, second }, handlers) {
  const own = [of?.handler, first.handler, second.handler];
  return handlers === undefined || handlers.some((name) => own.includes(name));
}

const FINDER = path.join(__dirname, '..', '..', 'preload', 'requests', 'find.js');
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

// A candidate names its traces by their places in this list.
const namesOf = (out, traces) => traces.map((file) => path.relative(out, file));

/** Writes candidates that were found in `traces` into the results folder. */
function writeCandidates(out, found, traces) {
  makeFolder(path.dirname(fileOf(out)));
  writeWhole(fileOf(out), `${JSON.stringify({ ...found, traces: namesOf(out, traces) }, null, 1)}\n`);
}

/** Removes the candidates from the results folder: those of an earlier recording say nothing of the next one. */
const clearCandidates = (out) => fs.rmSync(fileOf(out), { force: true });

/**
 * Returns the candidates in the results folder. Throws a UserError if there are none, or if they were found in other
 * traces than `traces`, those of the recording.
 */
function readCandidates(out, traces) {
  const found = readJson(fileOf(out), FOUND);
  if (!isDeepStrictEqual(found?.traces, namesOf(out, traces))) throw new UserError(messages.noCandidates(out));
  return found;
}

module.exports = { find, writeCandidates, clearCandidates, readCandidates };
