'use strict';
// Reads what the recorder wrote (docs/reference/requests-format.md, Recording), line by line: a recording may be larger
// than memory.

const { readdirSync } = require('node:fs');
const path = require('node:path');

const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { ANSWER, CALLS } = require('../../trace/protocol.js');
const { rawLines } = require('../../trace/raw-lines.js');
const { lineChecker } = require('./line-shapes.js');

const CALLED = ['site', 'statement'];
const WITH_TEXTS = { operation: CALLED, wait: CALLED, request: ['headers'], site: ['site'], place: ['site'] };

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
 * calls that a service took in are messages. Throws a UserError at a line that is not valid (line-shapes.js).
 */
function* recordedLines(file) {
  const calls = new Map(); // request -> the call that brought it, until it is answered
  for (const line of checkedLines(file)) {
    if (line.type === 'request') yield* withMessages(line, calls);
    else if (line.type === 'response') yield* withAnswer(line, calls);
    else if (line.type !== 'text') yield line;
  }
}

function* checkedLines(file) {
  const problemOf = lineChecker();
  let entries = 0;
  for (const line of withTexts(file)) {
    const problem = problemOf(line);
    entries++;
    if (problem) throw new UserError(messages.badFile(file, `entry ${entries}, of type ${String(line.type)}: ${problem}`));
    yield line;
  }
}

// Texts take the place of their numbers.
function* withTexts(file) {
  const texts = new Map();
  const resolved = (line, keys) => {
    const found = keys.filter((key) => typeof line[key] === 'number').map((key) => [key, texts.get(line[key])]);
    return { ...line, ...Object.fromEntries(found) };
  };
  for (const line of rawLines(file)) {
    if (line.type === 'text') texts.set(line.text, line.value);
    yield Object.hasOwn(WITH_TEXTS, line.type) ? resolved(line, WITH_TEXTS[line.type]) : line;
  }
}

/** Returns the recordings in a folder of traces, sorted. */
const recordings = (folder) => readdirSync(folder).filter((name) => /^recorded-.*\.ndjson$/.test(name)).sort()
  .map((name) => path.join(folder, name));

module.exports = { recordedLines, recordings };
