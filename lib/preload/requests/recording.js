'use strict';
// Writes what is seen, one JSON object a line, into a file that only the user can read. The tool makes the trace of it
// when the command has ended (lib/requests/effects): hashes, parsers and schemas would cost the program under test.
//
// Long texts that come again, statements and call sites, have a line of their own and a number.

const path = require('node:path');
const { openRecording } = require('../binding.js');

const { stringify } = JSON;
const { round, trunc } = Math;
const { performance } = require('node:perf_hooks');

const now = performance.now.bind(performance); // tests replace it
const KNOWN_LIMIT = 20_000; // statements with values in their text are different each time

/** Returns a time of now() as text. V8 takes four times as long for a number with a fraction. */
function milliseconds(time) {
  const whole = trunc(time);
  const rest = round((time - whole) * 1000);
  if (rest === 0) return `${whole}`;
  return rest < 10 ? `${whole}.00${rest}` : rest < 100 ? `${whole}.0${rest}` : rest < 1000 ? `${whole}.${rest}` : `${whole + 1}`;
}

class Recording {
  constructor(file, limit, header) {
    this.line = openRecording(file, limit);
    this.started = now();
    this.numbers = new Map();
    this.counts = { request: 0, operation: 0, connection: 0, store: 0, text: 0 };
    this.line(header);
  }

  /** Milliseconds since the recording began. */
  now() {
    return round((now() - this.started) * 1000) / 1000;
  }

  milliseconds(time) {
    return milliseconds(time);
  }

  write(object) {
    this.line(stringify(object));
  }

  /** Writes a line of this type and time whose other keys are JSON in `rest`: each begins with a comma. */
  writeText(type, t, rest) {
    this.line(`{"type":"${type}","t":${milliseconds(t)}${rest}}`);
  }

  next(kind) {
    return ++this.counts[kind];
  }

  /** Returns the number that stands for `text` from now on; the text itself if there are too many. */
  numberOf(text) {
    if (text === undefined) return undefined;
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    if (this.numbers.size >= KNOWN_LIMIT) return text;
    const number = this.next('text');
    this.numbers.set(text, number);
    this.write({ type: 'text', text: number, value: text });
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

module.exports = { startRecording };
