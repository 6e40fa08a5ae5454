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
const MARK = (left) => `\n[nacd left out ${left} bytes here]\n`;

// Compresses blocks of lines one by one, each as a gzip member. If they do not fit into `most`, the first one, with the
// header, and the last ones are kept: a failure is near the end.
function compressed(file, most) {
  const members = [];
  for (const block of blocksOf(file)) members.push(zlib.gzipSync(block, { level: 3 }));
  const kept = members.splice(0, 1);
  let size = kept[0]?.length ?? 0;
  let from = members.length;
  while (from > 0 && size + members[from - 1].length <= most) size += members[--from].length;
  return { bytes: Buffer.concat([...kept, ...members.slice(from)]), cut: from > 0 };
}

// Whoever is killed in between leaves one whole trace: of two, traceFiles() takes the plain one.
function replaceTrace(file, bytes) {
  const draft = `${file}.gz.tmp`;
  fs.writeFileSync(draft, bytes);
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
