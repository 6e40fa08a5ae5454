'use strict';
// Reads the output of a run.
const fs = require('node:fs');
const path = require('node:path');

// Titles are at the end of the output. A program may have written gigabytes, which must not fill our memory.
const TAIL_BYTES = 8 * 1024 * 1024;
// Tests are counted in the whole output.
const WHOLE_BYTES = 64 * 1024 * 1024;

function readTail(file, most = TAIL_BYTES) {
  const fd = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    const length = Math.min(size, most);
    const buffer = Buffer.alloc(length);
    fs.readSync(fd, buffer, 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    fs.closeSync(fd);
  }
}

const filesOf = (folder) => ['stdout', 'stderr'].map((name) => path.join(folder, name));

/** Returns the ends of both outputs of the run in `folder`, [stdout, stderr]. */
const readOutputs = (folder) => filesOf(folder).map((file) => readTail(file));

/** Returns the same; empty ones of a run whose output is not kept. */
const keptOutputs = (folder) => (fs.existsSync(filesOf(folder)[0]) ? readOutputs(folder) : ['', '']);

/** Returns both outputs from their beginning; undefined if they are longer than 64 MB together. */
function readWhole(folder) {
  const size = filesOf(folder).reduce((sum, file) => sum + fs.statSync(file).size, 0);
  return size > WHOLE_BYTES ? undefined : filesOf(folder).map((file) => readTail(file, WHOLE_BYTES));
}

module.exports = { keptOutputs, readOutputs, readWhole };
