'use strict';
// Writes what is seen, one JSON object a line, into a file that only the user can read. The tool makes the trace of it
// when the command has ended (lib/requests/effects): hashes, parsers and schemas would cost the program under test.
//
// Long texts that come again, statements, call sites and lists of headers, have a line of their own and a number.
//
// Lines that are written for each request, operation and message are records (facts.js): JSON costs several times as
// much.

const path = require('node:path');
const { ABSENT } = require('../../trace/facts.js');
const { openRecording } = require('../binding.js');
const { Facts } = require('./facts.js');

const { stringify } = JSON;
const { round } = Math;
const { performance } = require('node:perf_hooks');

const now = performance.now.bind(performance); // tests replace it
const KNOWN_LIMIT = 20_000; // statements with values in their text are different each time
const KNOWN_PARTS = 20_000; // JSON of calls and of servers
const KNOWN_LISTS = 1000; // lists of headers: a client has its own
const ONCE = 0; // a part's number that stands for another text each time

class Recording {
  constructor(file, limit, header) {
    const { append, piece } = openRecording(file, limit);
    this.append = append;
    this.started = now();
    this.known = new Map();
    this.lists = new Map();
    this.parts = new Map();
    this.counts = { connection: 0, store: 0, text: 0, part: 0 };
    this.requests = 0;
    this.operations = 0;
    this.facts = new Facts(piece, append);
    this.line(header);
  }

  line(text) {
    this.append(text);
    this.facts.line();
  }

  /** Milliseconds since the recording began. */
  now() {
    return round((now() - this.started) * 1000) / 1000;
  }

  /** The same, not rounded, for records: their reader rounds it. */
  time() {
    return now() - this.started;
  }

  write(object) {
    this.line(stringify(object));
  }

  next(kind) {
    return ++this.counts[kind];
  }

  // The frequent ones have functions of their own: a property by a name that varies costs several times as much.
  nextRequest() {
    return ++this.requests;
  }

  nextOperation() {
    return ++this.operations;
  }

  /** Returns the number that stands for `text` from now on; the text itself if there are too many. */
  numberOf(text) {
    if (text === undefined) return undefined;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.known.size >= KNOWN_LIMIT) return text;
    return this.learn(this.known, text, text);
  }

  /** The same for a list that `key` identifies; undefined if there are too many. */
  numberOfList(key, list) {
    const { lists } = this;
    return lists.get(key) ?? (lists.size < KNOWN_LISTS ? this.learn(lists, key, list) : undefined);
  }

  /** Returns the number that stands for JSON after a comma, which many lines have; undefined if there are too many. */
  numberOfPart(text) {
    const { parts } = this;
    const known = parts.get(text);
    if (known !== undefined || parts.size >= KNOWN_PARTS) return known;
    const number = this.next('part');
    parts.set(text, number);
    this.line(`{"type":"part","part":${number}${text}}`);
    return number;
  }

  /** Returns a number that stands for such JSON in the next record only. */
  numberOnce(text) {
    this.line(`{"type":"part","part":${ONCE}${text}}`);
    return ONCE;
  }

  learn(known, key, value) {
    const number = this.next('text');
    known.set(key, number);
    this.write({ type: 'text', text: number, value });
    return number;
  }
}

/**
 * Starts the recording of this thread in `folder`. `limit`: in bytes. `header`: the first line, as in
 * docs/reference/trace-format.md.
 */
function startRecording(folder, limit, header) {
  const { threadId } = require('node:worker_threads');
  return new Recording(path.join(folder, `recorded-${process.pid}-${threadId}.ndjson`), limit, header);
}

module.exports = { ABSENT, startRecording };
