'use strict';
// Reads the traces of a run that has ended, each file once and in blocks: a campaign does this after every run, and its
// own share of the time and memory must stay small however much a program traces.
const fs = require('node:fs');
const path = require('node:path');

const { parseTrace, traceFiles } = require('./read.js');

const BLOCK_BYTES = 1024 * 1024;
const NEWLINE = 10;

// Adds what follows in the file to `held`, at the front of the result. A line may be longer than a block.
function more(fd, held, memory) {
  const room = held.length < memory.length ? memory : Buffer.alloc(2 * memory.length);
  held.copy(room);
  const read = fs.readSync(fd, room.subarray(held.length));
  return { memory: room, bytes: room.subarray(0, held.length + read), ended: read === 0 };
}

/**
 * Yields a file up to its first empty line, in blocks that are cut between lines and valid until the next is asked for.
 * The writer's file grows in pieces. When its process is killed, the rest of the last piece is empty lines.
 */
function* blocksOf(file) {
  const fd = fs.openSync(file, 'r');
  try {
    let held = Buffer.alloc(0);
    let memory = Buffer.alloc(BLOCK_BYTES);
    for (;;) {
      const { bytes, ended, ...next } = more(fd, held, memory);
      const empty = bytes.indexOf('\n\n');
      if (empty >= 0) return yield bytes.subarray(0, empty + 1);
      if (ended) return yield bytes;
      // The last newline is held, so that an empty line between two blocks is found.
      const end = Math.max(0, bytes.lastIndexOf(NEWLINE));
      yield bytes.subarray(0, end);
      held = bytes.subarray(end);
      memory = next.memory;
    }
  } finally {
    fs.closeSync(fd);
  }
}

function firstLine(block) {
  const end = block.indexOf(NEWLINE);
  return block.toString('utf8', 0, end < 0 ? block.length : end);
}

// Searching the bytes is much cheaper than parsing lines: most are about operations that are not delayed.
function* delayedLines(block) {
  for (let at = block.indexOf('"delay":'); at >= 0;) {
    const newline = block.indexOf(NEWLINE, at);
    const end = newline < 0 ? block.length : newline;
    yield block.toString('utf8', block.lastIndexOf(NEWLINE, at) + 1, end);
    at = block.indexOf('"delay":', end);
  }
}

// Keeps what a schedule needs: these are held while the rest of the run is read.
function onlyDelayed({ file, header, operations }) {
  const delayed = operations.filter(({ delay }) => typeof delay === 'number');
  return { file, header, operations: delayed.map(({ name, phase, delay }) => ({ name, phase, delay })) };
}

function readAll(file) {
  const texts = [];
  let size = 0;
  for (const block of blocksOf(file)) {
    texts.push(block.toString());
    size += block.length;
  }
  const trace = { file, ...parseTrace(texts.join('')) };
  return { size, whole: trace, beginning: trace, delayed: onlyDelayed(trace) };
}

// As readAll(), without `whole`; `beginning` is made from the first `most` bytes.
function readParts(file, most) {
  const beginning = [];
  const lines = [];
  let size = 0;
  for (const block of blocksOf(file)) {
    if (size === 0) lines.push(firstLine(block));
    if (size < most) beginning.push(block.toString('utf8', 0, most - size));
    for (const line of delayedLines(block)) lines.push(line);
    size += block.length;
  }
  const delayed = onlyDelayed({ file, ...parseTrace(lines.join('\n')) });
  return { size, beginning: { file, ...parseTrace(beginning.join('')) }, delayed };
}

// Cuts the empty rest: traces are kept for each run, and of a killed process it is most of the file.
function trim(file, { size, before }) {
  if (size < before) fs.truncateSync(file, size);
}

/**
 * Returns the traces of a run, each a list with one entry a process and thread, in the form of readTraces():
 *   hooked      if any process loaded nacd
 *   delayed     {file, header, operations}, of those that were delayed name, phase and delay
 *   beginnings  of the first `processes` traces what the first `bytes` bytes contain
 *   whole       all of it, if `whole` is asked for
 */
function readRunTraces(folder, { whole = false, beginnings: { bytes, processes } = { bytes: 0, processes: 0 } } = {}) {
  const traces = traceFiles(folder).map((name, index) => {
    const file = path.join(folder, name);
    const before = fs.statSync(file).size;
    const most = index < processes ? bytes : 0;
    const trace = whole || before <= most ? readAll(file) : readParts(file, most);
    trim(file, { size: trace.size, before });
    return trace;
  });
  return {
    hooked: traces.some(({ size }) => size > 0),
    delayed: traces.map(({ delayed }) => delayed),
    beginnings: traces.slice(0, processes).map(({ beginning }) => beginning),
    whole: whole ? traces.map((trace) => trace.whole) : undefined,
  };
}

module.exports = { readRunTraces };
