'use strict';
// Reads the lines of a recording in the order in which they were written: those of its own file, and the records
// (docs/reference/requests-format.md, Facts), which are in the file of facts beside it or, long ones, in lines.

const fs = require('node:fs');
const { isUtf8 } = require('node:buffer');

const { UserError } = require('../errors/index.js');
const { linesOf } = require('./blocks.js');
const { ANSWER, CALLS } = require('./protocol.js');
const { ABSENT, KINDS, KIND_LIMIT, PIECE_BYTES, TAGS, TAG_LIMIT, WORD, factsOf } = require('./facts.js');
const { parsedJson } = require('./json.js');

const jsonOf = (part) => JSON.parse(`{${part.slice(1)}}`); // it begins with a comma

// Reads a record word by word.
class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at + WORD;
  }

  word() {
    const value = this.bytes.readDoubleLE(this.at);
    this.at += WORD;
    return value;
  }

  /** Returns a number, or undefined if it is absent. */
  number() {
    const value = this.word();
    return value === ABSENT ? undefined : value;
  }

  /** Returns a time in milliseconds, rounded to three digits, or undefined. */
  time() {
    const value = this.number();
    return value === undefined ? undefined : Math.round(value * 1000) / 1000;
  }

  /** Returns {kind, bytes}. */
  piece() {
    const word = this.word();
    const size = Math.floor(word / KIND_LIMIT);
    const bytes = this.bytes.subarray(this.at, this.at + size);
    this.at += Math.ceil(size / WORD) * WORD;
    return { kind: word % KIND_LIMIT, bytes };
  }

  text() {
    const { kind, bytes } = this.piece();
    if (kind === KINDS.absent) return undefined;
    const text = bytes.toString(kind === KINDS.latin1 ? 'latin1' : 'utf8');
    if (kind === KINDS.list) return text.split('\0');
    return kind === KINDS.json ? JSON.parse(text) : text;
  }

  values() {
    const { kind, bytes } = this.piece();
    if (kind === KINDS.values) return [...itemsOf(bytes)];
    return kind === KINDS.absent ? undefined : JSON.parse(bytes.toString());
  }

  part() {
    const { bytes } = this.piece();
    return bytes.length === 0 ? {} : jsonOf(bytes.toString());
  }

  content() {
    const { kind, bytes } = this.piece();
    if (kind === KINDS.absent) return {};
    return isUtf8(bytes) ? { body: bytes.toString() } : { base64: bytes.toString('base64') };
  }
}

// Of a list of values.
function* itemsOf(bytes) {
  for (const read = new Reader(bytes, -WORD); read.at < bytes.length;) {
    const { kind, bytes: item } = read.piece();
    yield kind === KINDS.number ? item.readDoubleLE(0) + 0 : item.toString(); // JSON has no -0
  }
}

const cutOf = (size) => (size === undefined ? {} : { cut: true, size });

function operation(type, read, parts) {
  const [t, end] = [read.time(), read.time()];
  const [number, request, turn, rows, part] = Array.from({ length: 5 }, () => read.number());
  const values = read.values();
  return { type, t, end, operation: number, request, ...parts.get(part), values, turn, rows, ...read.part() };
}

function request(read, parts) {
  const t = read.time();
  const [number, headers, part] = Array.from({ length: 3 }, () => read.number());
  const [flow, call, target, list, from] = Array.from({ length: 5 }, () => read.text());
  const { own, ...others } = parts.get(part) ?? {};
  const given = flow ?? (own === undefined ? undefined : `${own}-${number}`);
  return { type: 'request', t, request: number, flow: given, call, target, headers: headers ?? list, ...others, from };
}

function body(read) {
  const [t, number, size] = [read.time(), read.number(), read.number()];
  return { type: 'body', t, request: number, ...read.content(), ...cutOf(size) };
}

function response(read, parts) {
  const [t, number, sent] = [read.time(), read.number(), read.time()];
  const [status, size, part] = Array.from({ length: 3 }, () => read.number());
  const head = read.text();
  const body = { ...read.content(), ...cutOf(size) };
  return { type: 'response', t, request: number, sent, status, head, ...parts.get(part), ...body };
}

// A call of this process to another one, or the answer to it.
const message = (how, end) => (read, parts) => {
  const t = read.time();
  const [number, call, part] = Array.from({ length: 3 }, () => read.number());
  return { type: 'message', t, request: number, how, queue: CALLS, id: `${parts.get(part)?.here}.${call}${end}` };
};

function ofQueue(read) {
  const [t, number] = [read.time(), read.number()];
  const [how, queue, id] = [read.text(), read.text(), read.text()];
  return { type: 'message', t, request: number, how, queue, id };
}

const DECODERS = {
  [TAGS.operation]: (read, parts) => operation('operation', read, parts),
  [TAGS.wait]: (read, parts) => operation('wait', read, parts),
  [TAGS.request]: request,
  [TAGS.body]: body,
  [TAGS.response]: response,
  [TAGS.call]: message('send', ''),
  [TAGS.answer]: message('receive', ANSWER),
  [TAGS.message]: ofQueue,
};

const withoutAbsent = (line) => Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined));

// Yields {tag, bytes, at} of the records of a file. One is there when its first word is.
function* recordsOf(file) {
  if (!fs.existsSync(file)) return;
  const descriptor = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(PIECE_BYTES);
    for (;;) {
      const read = fs.readSync(descriptor, bytes, 0, PIECE_BYTES, null);
      let at = 0;
      while (at + WORD <= read) {
        const word = bytes.readDoubleLE(at);
        const size = Math.floor(word / TAG_LIMIT) * WORD;
        if (!(size > 0) || at + size > read) return; // a word that was changed may be negative, or no number
        yield { tag: word % TAG_LIMIT, bytes, at };
        at += size;
      }
      if (read < PIECE_BYTES) return;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

// Yields the lines that are JSON and have a type, as objects.
function* jsonLines(file) {
  for (const text of linesOf(file)) {
    const line = parsedJson(text);
    if (typeof line?.type === 'string') yield line;
  }
}

// Returns the line that the record at `at` stands for, or undefined. A size in one that was changed may lead anywhere.
function decoded({ tag, bytes, at }, parts, file) {
  const decode = DECODERS[tag];
  if (decode === undefined) return undefined;
  try {
    return withoutAbsent(decode(new Reader(bytes, at), parts));
  } catch (error) {
    throw new UserError(`nacd: ${file} is not valid: a record cannot be read: ${error.message.split('\n')[0]}`);
  }
}

// A record that is a line of its own.
function recordIn({ words }) {
  const bytes = Buffer.from(String(words), 'base64');
  return { tag: bytes.length < WORD ? undefined : bytes.readDoubleLE(0) % TAG_LIMIT, bytes, at: 0 };
}

/** Yields the lines of a recording as objects: those of its file, and its records. Throws a UserError. */
function* rawLines(file) {
  const parts = new Map(); // number -> JSON that many lines have
  const lines = jsonLines(file);
  const next = () => {
    const { value } = lines.next();
    if (value?.type === 'part') learn(parts, value);
    return value?.type === 'record' ? decoded(recordIn(value), parts, file) ?? value : value;
  };
  for (const record of recordsOf(factsOf(file))) {
    if (record.tag === TAGS.lines) yield* taken(next, record.bytes.readDoubleLE(record.at + WORD));
    const line = decoded(record, parts, factsOf(file));
    if (line) yield line;
  }
  yield* taken(next, Infinity);
}

// Yields the next `count` lines, as far as they are there.
function* taken(next, count) {
  for (let left = count; left > 0; left--) {
    const line = next();
    if (line === undefined) return;
    if (line.type !== 'part') yield line;
  }
}

function learn(parts, { type: _, part, ...others }) {
  parts.set(part, others);
}

module.exports = { rawLines };
