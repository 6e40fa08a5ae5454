'use strict';
// Reads what the recorder wrote (docs/requests-format.md, Recording), line by line: a recording may be larger than
// memory.

const { closeSync, openSync, readSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { StringDecoder } = require('node:string_decoder');

const PIECE = 1024 * 1024;

function* textLines(file) {
  const descriptor = openSync(file, 'r');
  const decoder = new StringDecoder('utf8');
  const piece = Buffer.alloc(PIECE);
  let rest = '';
  try {
    for (let size = readSync(descriptor, piece); size > 0; size = readSync(descriptor, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, size))).split('\n');
      rest = lines.pop();
      yield* lines;
    }
    yield rest;
  } finally {
    closeSync(descriptor);
  }
}

// The last line of a killed process may be cut.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Yields the objects of a recording. Statements, call sites and lists of headers take the place of their numbers. */
function* recordedLines(file) {
  const texts = new Map();
  const textOf = (value) => (typeof value === 'number' ? texts.get(value) : value);
  for (const text of textLines(file)) {
    const line = text === '' ? undefined : parsed(text);
    if (line === undefined) continue;
    if (line.type === 'text') texts.set(line.text, line.value);
    else if (line.type === 'operation' || line.type === 'wait') yield { ...line, site: textOf(line.site), statement: textOf(line.statement) };
    else if (line.type === 'request') yield { ...line, headers: textOf(line.headers) };
    else if (line.type === 'site') yield { ...line, site: textOf(line.site) };
    else yield line;
  }
}

/** Returns the recordings in a folder of traces, sorted. */
const recordings = (folder) => readdirSync(folder).filter((name) => /^recorded-.*\.ndjson$/.test(name)).sort()
  .map((name) => path.join(folder, name));

module.exports = { recordedLines, recordings };
