'use strict';
// Writes what is seen, one JSON object a line, into a file that only the user can read. The tool makes the trace of it
// when the command has ended (lib/requests/effects): hashes, parsers and schemas would cost the program under test.
//
// Long texts that come again, statements, call sites and lists of headers, have a line of their own and a number.
//
// Lines that are written for each request and operation are forms (src/hooks/recording.h): natively a line is put
// together at a fraction of the cost.

const path = require('node:path');
const { openRecording } = require('../binding.js');

const { stringify } = JSON;
const { round } = Math;
const { performance } = require('node:perf_hooks');

const now = performance.now.bind(performance); // tests replace it
const KNOWN_LIMIT = 20_000; // statements with values in their text are different each time
const KNOWN_LISTS = 1000; // lists of headers: a client has its own
const MOST_NUMBERS = 16; // of a line

/** Stands for a number that a line does not have. */
const ABSENT = -1;

class Recording {
  constructor(file, limit, header) {
    this.numbers = new Float64Array(MOST_NUMBERS);
    const { append, form } = openRecording(file, limit, this.numbers);
    this.line = append;
    this.form = form;
    this.started = now();
    this.known = new Map();
    this.lists = new Map();
    this.counts = { request: 0, operation: 0, connection: 0, store: 0, text: 0 };
    this.line(header);
  }

  /** Milliseconds since the recording began. */
  now() {
    return round((now() - this.started) * 1000) / 1000;
  }

  write(object) {
    this.line(stringify(object));
  }

  next(kind) {
    return ++this.counts[kind];
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

  learn(known, key, value) {
    const number = this.next('text');
    known.set(key, number);
    this.write({ type: 'text', text: number, value });
    return number;
  }
}

/**
 * Starts the recording of this thread in `folder`. `limit`: in bytes. `header`: the first line, as in
 * docs/trace-format.md.
 */
function startRecording(folder, limit, header) {
  const { threadId } = require('node:worker_threads');
  return new Recording(path.join(folder, `recorded-${process.pid}-${threadId}.ndjson`), limit, header);
}

module.exports = { ABSENT, startRecording };
