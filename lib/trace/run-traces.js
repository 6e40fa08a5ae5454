'use strict';
// Reads the traces of a run that has ended, each file once and in blocks: a campaign does this after every run, and its
// own share of the time and memory must stay small however much a program traces.
const fs = require('node:fs');
const path = require('node:path');

const { isAlive } = require('./alive.js');
const { blocksOf, linesIn, NEWLINE } = require('./blocks.js');
const { parseTrace, traceFiles, traceOf } = require('./read.js');

function firstLine(block) {
  const end = block.indexOf(NEWLINE);
  return block.toString('utf8', 0, end < 0 ? block.length : end);
}

// Searching the bytes is much cheaper than parsing lines: most are about operations that are not delayed.
function* linesWith(block, text) {
  for (let at = block.indexOf(text); at >= 0;) {
    const newline = block.indexOf(NEWLINE, at);
    const end = newline < 0 ? block.length : newline;
    yield block.toString('utf8', block.lastIndexOf(NEWLINE, at) + 1, end);
    at = block.indexOf(text, end);
  }
}

function* delayedLines(block) {
  yield* linesWith(block, '"delay":');
  yield* linesWith(block, '{"type":"exit"');
}

// Keeps what a schedule needs: these are held while the rest of the run is read.
function onlyDelayed({ file, header, exit, operations }) {
  const delayed = operations.filter(({ delay }) => typeof delay === 'number');
  const brief = delayed.map(({ name, phase, delay, after }) => ({ name, phase, delay, after }));
  return { file, header, exit, operations: brief };
}

// Yields a trace's lines and notes its size and the lines that readParts() would read.
function* noted(file, about) {
  for (const block of blocksOf(file)) {
    if (about.size === 0) about.lines.push(firstLine(block));
    for (const line of delayedLines(block)) about.lines.push(line);
    yield* linesIn(block);
    about.size += block.length;
  }
}

function readAll(file, condense) {
  const about = { size: 0, lines: [] };
  const trace = { file, ...traceOf(noted(file, about), condense) };
  const delayed = onlyDelayed({ file, ...traceOf(about.lines) });
  return { size: about.size, limited: trace.limit !== undefined, whole: trace, beginning: trace, delayed };
}

const LIMIT = '{"type":"limit"';

// Finds the line that ends a trace at its limit.
function isLimited(block) {
  return block.includes(LIMIT, Math.max(0, block.length - 1000));
}

// As readAll(), without `whole`; `beginning` is made from the first `most` bytes.
function readParts(file, most) {
  const beginning = [];
  const lines = [];
  let size = 0;
  let limited = false;
  for (const block of blocksOf(file)) {
    if (size === 0) lines.push(firstLine(block));
    if (size < most) beginning.push(block.toString('utf8', 0, most - size));
    for (const line of delayedLines(block)) lines.push(line);
    limited ||= isLimited(block);
    size += block.length;
  }
  const delayed = onlyDelayed({ file, ...traceOf(lines) });
  return { size, limited, beginning: { file, ...parseTrace(beginning.join('')) }, delayed };
}

// Cuts the empty rest: traces are kept for each run, and of a killed process it is most of the file. A process that
// outlives its run still writes there.
function trim(file, { size, before, header }) {
  if (size < before && !isAlive(header?.pid)) fs.truncateSync(file, size);
}

const NONE = { bytes: 0, processes: 0 };

/**
 * Returns the traces of a run, each a list with one entry a process and thread, in the form of readTraces():
 *   hooked      if any process loaded nacd
 *   delayed     {file, header, exit, operations}, of those that were delayed name, phase and delay
 *   beginnings  of the first `processes` traces what the first `bytes` bytes contain
 *   limited     if any ended at its limit (NACD_UNSUPPORTED_TRACE_LIMIT)
 *   whole       all of it, if `whole` is asked for. A `condense` keeps only what it returns (read.js).
 * The files of a run that is `live` are not trimmed: its processes have them mapped, and die if one gets shorter.
 */
function readRunTraces(folder, { whole = false, condense, beginnings = NONE, live = false } = {}) {
  const { bytes, processes } = beginnings;
  const traces = traceFiles(folder).map((name, index) => {
    const file = path.join(folder, name);
    const before = fs.statSync(file).size;
    const most = index < processes ? bytes : 0;
    const trace = whole || before <= most ? readAll(file, whole ? condense : undefined) : readParts(file, most);
    if (!live) trim(file, { size: trace.size, before, header: trace.delayed.header });
    return trace;
  });
  return {
    hooked: traces.some(({ size }) => size > 0),
    limited: traces.some(({ limited }) => limited),
    delayed: traces.map(({ delayed }) => delayed),
    beginnings: traces.slice(0, processes).map(({ beginning }) => beginning),
    whole: whole ? traces.map((trace) => trace.whole) : undefined,
  };
}

module.exports = { readRunTraces };
