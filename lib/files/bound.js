'use strict';
// Keeps the folder of a run that has ended small: long traces are compressed, and what is beyond a limit is left out. A
// campaign of a large suite would else fill the disk.
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');

const { isAlive } = require('../trace/alive.js');
const { blocksOf, linesOf } = require('../trace/blocks.js');
const { parseTrace, traceFiles } = require('../trace/read.js');

const MOST_BYTES = 1024 * 1024; // of a run: three quarters for traces, the rest for its outputs
const TRACE_BYTES = 0.75 * MOST_BYTES;
const OUTPUT_BYTES = MOST_BYTES / 8; // of each output
const PLAIN_BYTES = 64 * 1024; // a shorter trace stays as it is, so that it can be read without a tool
const MAP = '\n{"type":"map"'; // as the writer begins such a line (docs/reference/trace-format.md)
const MAPS_SHARE = 0.25; // of what is kept of a trace that is too long
const MARK = (left) => `\n[nacd left out ${left} bytes here]\n`;

// The lines of a block that give source maps. Without them call sites that are kept could not be told as the user's. A
// block after the first one begins with the newline of the line before, so these do, too.
function mapsIn(block) {
  const maps = [];
  for (let at = block.indexOf(MAP); at >= 0;) {
    const newline = block.indexOf('\n', at + 1);
    const end = newline < 0 ? block.length : newline;
    maps.push(zlib.gzipSync(block.subarray(at, end), { level: 3 }));
    at = block.indexOf(MAP, end);
  }
  return maps;
}

const sizeOf = (members) => members.reduce((sum, { length }) => sum + length, 0);

function fitting(members, most) {
  let left = most;
  return members.filter(({ length }) => {
    const fits = length <= left;
    if (fits) left -= length;
    return fits;
  });
}

// Compresses blocks of lines one by one, each as a gzip member. If they do not fit into `most`, the first one, with the
// header, source maps and the last ones are kept: a failure is near the end.
function compressed(file, most) {
  const members = [];
  const maps = [];
  for (const block of blocksOf(file)) {
    if (members.length > 0) maps.push(...mapsIn(block));
    members.push(zlib.gzipSync(block, { level: 3 }));
  }
  if (sizeOf(members) <= most) return { bytes: Buffer.concat(members), cut: false };
  const first = members.slice(0, 1);
  const kept = fitting(maps, MAPS_SHARE * most);
  let left = most - sizeOf(first) - sizeOf(kept);
  let from = members.length;
  while (from > 1 && members[from - 1].length <= left) left -= members[--from].length;
  return { bytes: Buffer.concat([...first, ...kept, ...members.slice(from)]), cut: true };
}

// Whoever is killed in between leaves one whole trace: of two, traceFiles() takes the plain one.
function replaceTrace(file, bytes) {
  const draft = `${file}.gz.tmp`;
  fs.writeFileSync(draft, bytes, { mode: 0o600 });
  fs.renameSync(draft, `${file}.gz`);
  fs.rmSync(file);
}

// Returns true if the process of a trace outlives its run. It still writes there.
function isWritten(file) {
  const [line = ''] = linesOf(file);
  return isAlive(parseTrace(line).header?.pid);
}

// Short traces come first, so that a long one gets what they do not need.
function boundTraces(folder) {
  const files = traceFiles(folder).map((name) => path.join(folder, name));
  const sized = files.map((file) => ({ file, size: fs.statSync(file).size })).sort((a, b) => a.size - b.size);
  let left = TRACE_BYTES;
  let cut = false;
  for (const [at, { file, size }] of sized.entries()) {
    const share = left / (sized.length - at);
    if (size <= Math.min(PLAIN_BYTES, share)) {
      left -= size;
      continue;
    }
    if (isWritten(file)) continue;
    const packed = compressed(file, share);
    replaceTrace(file, packed.bytes);
    left -= packed.bytes.length;
    cut ||= packed.cut;
  }
  return cut;
}

// Keeps the beginning and the end of an output: the end names the failing tests.
function boundOutput(file) {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= OUTPUT_BYTES) return false;
  const [head, tail] = [OUTPUT_BYTES / 4, OUTPUT_BYTES / 2].map((length) => Buffer.alloc(length));
  const fd = fs.openSync(file, 'r');
  try {
    fs.readSync(fd, head, 0, head.length, 0);
    fs.readSync(fd, tail, 0, tail.length, size - tail.length);
  } finally {
    fs.closeSync(fd);
  }
  fs.writeFileSync(file, Buffer.concat([head, Buffer.from(MARK(size - head.length - tail.length)), tail]));
  return true;
}

/**
 * Bounds the traces and outputs in the folder of a run to about one megabyte. Returns true if anything was left out.
 * Nothing else may read them at the time. The trace of a process that lives on stays as it is.
 */
function boundRun(folder) {
  const cut = boundTraces(path.join(folder, 'trace'));
  const outputs = ['stdout', 'stderr'].map((name) => boundOutput(path.join(folder, name)));
  return cut || outputs.includes(true);
}

module.exports = { MOST_BYTES, boundRun };
