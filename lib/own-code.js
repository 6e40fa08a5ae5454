'use strict';
// Keeps what V8 compiled our modules to, beside the package: the next process that starts compiles none of them.
const { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statSync, unlinkSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');

// The program may put its own in their place before the code is kept for the second time (preload.js).
const { stringify } = JSON;
const { concat, from } = Buffer;
const { hrtime } = process;

const partOf = ([name, { script, source, stamps, code }]) =>
  ({ name, stamps, source, code: code ?? script.createCachedData() });

function bytesOf({ compiled, kept }) {
  const ours = [...kept].filter(([name]) => name.startsWith(__dirname)); // not those of a place where the package was
  const parts = [...new Map([...ours, ...compiled])].map(partOf);
  const list = parts.map((part) => [part.name, part.stamps, part.source.length, part.code.length]);
  return concat([from(`${stringify(list)}\n`), ...parts.flatMap(({ source, code }) => [source, code])]);
}

// What root left in somebody's folder could not be deleted by its owner.
const isForeign = (folder) => process.geteuid !== undefined && statSync(folder).uid !== process.geteuid();

/**
 * Writes what preload.js compiled, and what it kept of others, to `code.file`: whole, or where that is not possible
 * not at all.
 */
function keepCode(code) {
  try {
    if (isForeign(__dirname)) return;
    mkdirSync(dirname(code.file), { recursive: true });
    writeWhole(`${code.file}.${process.pid}-${hrtime()[1]}`, code);
  } catch {
    // not ours to write
  }
}

function writeWhole(unfinished, code) {
  const descriptor = openSync(unfinished, 'wx');
  try {
    writeFileSync(descriptor, bytesOf(code));
    fsyncSync(descriptor); // V8 takes the code for sound: it must not be there in part after a loss of power
    renameSync(unfinished, code.file);
  } catch {
    unlinkSync(unfinished);
  } finally {
    closeSync(descriptor);
  }
}

module.exports = { keepCode };
