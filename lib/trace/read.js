'use strict';
// Reads the traces of a run (docs/reference/trace-format.md). A killed process leaves a cut last line, and later
// versions may write unknown types and keys: both are ignored.
const fs = require('node:fs');
const path = require('node:path');

const { linesOf } = require('./blocks.js');
const { parsedJson } = require('./json.js');

// Of all traces of a run together. The objects made of these bytes need several times as much memory.
const MOST_BYTES = 256 * 1024 * 1024;
const CONDENSE_AT = 200_000;

const MOST_DEPTH = 50; // a text of a value that is nested deeper may use up V8's stack

const isContainer = (value) => value !== null && typeof value === 'object';
const isShallow = (value, left = MOST_DEPTH) => (
  !isContainer(value) || (left > 0 && Object.values(value).every((one) => isShallow(one, left - 1))));

function parseLine(line) {
  const object = parsedJson(line);
  return isContainer(object) && isShallow(object) ? object : undefined;
}

const isText = (value) => value === undefined || typeof value === 'string';
const isNamed = ({ name, phase, api, site }) => (
  typeof name === 'string' && typeof phase === 'string' && isText(api) && isText(site));

function add(trace, object, line) {
  const { type } = object;
  if (type === 'header') trace.header = object;
  else if (type === 'exit') trace.exit = object;
  else if (type === 'limit') trace.limit = object;
  else if (type === 'waits') trace.waits = object;
  else if (type === 'start') trace.start = object;
  else if (type === 'made') trace.made.push(object);
  else if (type === 'accepted') trace.accepted.push(object);
  else if (type === 'map') trace.maps.set(object.file, object.url);
  else if (!isNamed(object)) return;
  else if (type === 'run') trace.runs.push({ ...object, line });
  else if (type === 'cancel') trace.cancels.push({ ...object, line });
  else if (type === 'sent' || type === 'connect') trace.sent.push({ ...object, line });
  else if (type === undefined) trace.operations.push({ ...object, line });
}

const sizeOf = ({ operations, runs, cancels }) => operations.length + runs.length + cancels.length;

/**
 * Returns {header, operations, runs, cancels, accepted, sent, exit, limit, waits, maps} of a trace's lines; header is
 * undefined if the first line is cut, and `maps` has the URLs of source maps by file. Whenever the trace has become
 * twice as large, it is replaced by what `condense` returns for it.
 */
function traceOf(lines, condense) {
  const lists = { operations: [], runs: [], cancels: [], accepted: [], made: [], sent: [] };
  const ends = { exit: undefined, limit: undefined, waits: undefined };
  let trace = { header: undefined, start: undefined, ...lists, ...ends, maps: new Map() };
  let line = 0;
  let full = CONDENSE_AT;
  for (const source of lines) {
    const object = source === '' ? undefined : parseLine(source);
    if (!object) continue;
    add(trace, object, ++line);
    if (!condense || sizeOf(trace) < full) continue;
    trace = condense(trace);
    full = Math.max(CONDENSE_AT, 2 * sizeOf(trace));
  }
  return trace;
}

/** As traceOf(), of a text. */
function parseTrace(text) {
  return traceOf(text.split('\n'));
}

function traceFiles(folder) {
  try {
    const names = fs.readdirSync(folder).filter((name) => /^trace-.*\.ndjson(?:\.gz)?$/.test(name)).sort();
    const all = new Set(names);
    return names.filter((name) => !(name.endsWith('.gz') && all.has(name.slice(0, -'.gz'.length))));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Returns the traces of one run, one for each process and thread that wrote one, oldest process first. Of a run with
 * very long traces only the beginnings are read, and such a trace is `cut`.
 */
function readTraces(folder, most = MOST_BYTES) {
  const names = traceFiles(folder);
  return names.map((name) => {
    const file = path.join(folder, name);
    const share = most / names.length;
    const trace = { file, ...traceOf(linesOf(file, share)) };
    return fs.statSync(file).size > share ? { ...trace, cut: true } : trace;
  });
}

module.exports = { readTraces, parseTrace, traceOf, traceFiles };
