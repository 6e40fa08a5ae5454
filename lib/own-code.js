'use strict';
// Keeps what V8 compiled our modules to, beside the package: the next process that starts compiles none of them.
const { closeSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const partOf = ([file, { script, source, stamp, code }]) =>
  ({ file, stamp, source, code: code ?? script.createCachedData() });

/**
 * Writes what own-modules.js compiled, and what it kept of others, to `file`: whole, or where that is not possible not
 * at all.
 */
function keepCode({ file, compiled, kept }) {
  const unfinished = `${file}.${process.pid}`;
  const parts = [...new Map([...kept, ...compiled])].map(partOf);
  const list = parts.map((part) => [part.file, part.stamp, part.source.length, part.code.length]);
  const bytes = parts.flatMap(({ source, code }) => [source, code]);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(unfinished, file, Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...bytes]));
  } catch {
    // not ours to write
  }
}

// Not where another thread is just doing so.
function writeWhole(unfinished, file, bytes) {
  const descriptor = openSync(unfinished, 'wx');
  try {
    writeFileSync(descriptor, bytes);
    renameSync(unfinished, file);
  } catch {
    unlinkSync(unfinished);
  } finally {
    closeSync(descriptor);
  }
}

module.exports = { keepCode };
