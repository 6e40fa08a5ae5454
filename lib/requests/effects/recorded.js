'use strict';
// Reads what the recorder wrote (docs/requests-format.md, Recording), line by line: a recording may be larger than
// memory.

const { readdirSync } = require('node:fs');
const path = require('node:path');

const { ANSWER, CALLS } = require('../../trace/calls.js');
const { rawLines } = require('../../trace/raw-lines.js');

// A request that a call brought says so in its line, and that of its response when the answer was sent, if one piece
// was all of it. These are messages.
function* withMessages({ call, ...line }, calls) {
  const { t, request } = line;
  if (call !== undefined) calls.set(request, call);
  yield line;
  if (call !== undefined) yield { type: 'message', t, request, how: 'receive', queue: CALLS, id: call };
}

function* withAnswer({ sent: t, ...line }, calls) {
  const { request } = line;
  if (t !== undefined) yield { type: 'message', t, request, how: 'send', queue: CALLS, id: calls.get(request) + ANSWER };
  calls.delete(request);
  yield line;
}

/**
 * Yields the objects of a recording. Statements, call sites and lists of headers take the place of their numbers, and
 * calls that a service took in are messages.
 */
function* recordedLines(file) {
  const texts = new Map();
  const calls = new Map(); // request -> the call that brought it, until it is answered
  const textOf = (value) => (typeof value === 'number' ? texts.get(value) : value);
  for (const line of rawLines(file)) {
    if (line.type === 'text') texts.set(line.text, line.value);
    else if (line.type === 'operation' || line.type === 'wait') yield { ...line, site: textOf(line.site), statement: textOf(line.statement) };
    else if (line.type === 'request') yield* withMessages({ ...line, headers: textOf(line.headers) }, calls);
    else if (line.type === 'response') yield* withAnswer(line, calls);
    else if (line.type === 'site' || line.type === 'place') yield { ...line, site: textOf(line.site) };
    else yield line;
  }
}

/** Returns the recordings in a folder of traces, sorted. */
const recordings = (folder) => readdirSync(folder).filter((name) => /^recorded-.*\.ndjson$/.test(name)).sort()
  .map((name) => path.join(folder, name));

module.exports = { recordedLines, recordings };
