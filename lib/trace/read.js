'use strict';
// Reads the traces of a run (docs/trace-format.md). A killed process leaves a cut last line, and later versions may
// write unknown types and keys: both are ignored.
const fs = require('node:fs');
const path = require('node:path');

function parseLine(line) {
  try {
    const object = JSON.parse(line);
    return object !== null && typeof object === 'object' ? object : undefined;
  } catch {
    return undefined;
  }
}

function isOperation(object) {
  return object.type === undefined && typeof object.name === 'string' && typeof object.phase === 'string';
}

// The writer's file grows in pieces. When the process was killed, the rest of the last piece is empty lines.
function filledLength(text) {
  const end = text.indexOf('\n\n');
  return end < 0 ? text.length : end + 1;
}

function readFilled(file) {
  const text = fs.readFileSync(file, 'utf8');
  return text.slice(0, filledLength(text));
}

/** Returns {header, operations, runs, cancels, exit} of a trace; header is undefined if the first line is cut. */
function parseTrace(text) {
  const trace = { header: undefined, operations: [], runs: [], cancels: [], exit: undefined };
  let line = 0;
  for (const source of text.split('\n')) {
    const object = source === '' ? undefined : parseLine(source);
    if (!object) continue;
    line++;
    if (object.type === 'header') trace.header = object;
    else if (object.type === 'run') trace.runs.push({ ...object, line });
    else if (object.type === 'cancel') trace.cancels.push(object);
    else if (object.type === 'exit') trace.exit = object;
    else if (isOperation(object)) trace.operations.push({ ...object, line });
  }
  return trace;
}

function traceFiles(folder) {
  try {
    return fs.readdirSync(folder).filter((name) => /^trace-.*\.ndjson$/.test(name)).sort();
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the traces of one run, one for each process and thread that wrote one, oldest process first. */
function readTraces(folder) {
  return traceFiles(folder).map((name) => {
    const file = path.join(folder, name);
    return { file, ...parseTrace(readFilled(file)) };
  });
}

module.exports = { readTraces, parseTrace, traceFiles };
