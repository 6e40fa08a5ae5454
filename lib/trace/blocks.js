'use strict';
// Reads a trace in blocks and lines, so that its size does not matter: V8 has no text of more than 512 MiB.
const fs = require('node:fs');
const zlib = require('node:zlib');

const BLOCK_BYTES = 1024 * 1024;
const LONGEST_LINE_BYTES = 64 * BLOCK_BYTES; // nacd writes none that is near: such a file is not a trace
const NEWLINE = 10;

// Adds what follows in the file to `held`, at the front of the result. A line may be longer than a block.
function more(fd, held, memory) {
  const room = held.length < memory.length ? memory : Buffer.alloc(2 * memory.length);
  held.copy(room);
  const read = fs.readSync(fd, room.subarray(held.length));
  return { memory: room, bytes: room.subarray(0, held.length + read), ended: read === 0 };
}

const MOST_UNPACKED_BYTES = 512 * BLOCK_BYTES; // a file of somebody else must not fill the memory

// Yields the lines of a compressed trace (lib/files/bound.js), which is at most a megabyte.
function* packedBlocksOf(file) {
  let bytes;
  try {
    bytes = zlib.gunzipSync(fs.readFileSync(file), { maxOutputLength: MOST_UNPACKED_BYTES });
  } catch {
    return; // cut, or no compressed trace: nothing of it is known
  }
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, Math.min(bytes.length - 1, at + BLOCK_BYTES));
    const end = newline < 0 ? bytes.length : newline + 1;
    yield bytes.subarray(at, end);
    at = end;
  }
}

/**
 * Yields a file up to its first empty line, in blocks that are cut between lines and valid until the next is asked for.
 * The writer's file grows in pieces. When its process is killed, the rest of the last piece is empty lines.
 */
function* blocksOf(file) {
  if (file.endsWith('.gz')) return yield* packedBlocksOf(file);
  const fd = fs.openSync(file, 'r');
  try {
    let held = Buffer.alloc(0);
    let memory = Buffer.alloc(BLOCK_BYTES);
    while (held.length <= LONGEST_LINE_BYTES) {
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

/** Yields the lines of a block. The first of a file's second block and later ones is empty. */
function* linesIn(block) {
  for (let at = 0; at < block.length;) {
    const newline = block.indexOf(NEWLINE, at);
    const end = newline < 0 ? block.length : newline;
    yield block.toString('utf8', at, end);
    at = end + 1;
  }
}

/** Yields the lines of a file up to its first empty one, and no further than its first `most` bytes. */
function* linesOf(file, most = Infinity) {
  let size = 0;
  for (const block of blocksOf(file)) {
    yield* linesIn(block.subarray(0, Math.min(block.length, most - size)));
    size += block.length;
    if (size >= most) return;
  }
}

module.exports = { blocksOf, linesIn, linesOf, NEWLINE };
