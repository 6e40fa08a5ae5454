'use strict';
// Keeps the code that V8 compiled from our modules, beside the package: the next process that starts compiles none of
// them.
const { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statSync, unlinkSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');

// The program may put its own in their place before the code is kept for the second time (start.js).
const { stringify } = JSON;
const { concat, from } = Buffer;
const { hrtime } = process;

function bytesOf({ script, name, text, stamps }) {
  const source = from(text);
  const code = script.createCachedData();
  const header = { name, stamps, sourceSize: source.length, codeSize: code.length };
  return concat([from(`${stringify(header)}\n`), source, code]);
}

// Files that root leaves in another user's folder could not be deleted by the owner.
const isForeign = (folder) => process.geteuid !== undefined && statSync(folder).uid !== process.geteuid();

/** Writes each script that start.js compiled to its place: whole, or where that is not possible not at all. */
function keepCode(scripts) {
  try {
    if (isForeign(__dirname)) return;
    for (const script of scripts) {
      mkdirSync(dirname(script.place), { recursive: true });
      writeWhole(`${script.place}.${process.pid}-${hrtime()[1]}`, script);
    }
  } catch {
    // not ours to write
  }
}

function writeWhole(unfinished, script) {
  const descriptor = openSync(unfinished, 'wx');
  try {
    writeFileSync(descriptor, bytesOf(script));
    fsyncSync(descriptor); // V8 takes the code for sound: it must not be there in part after a loss of power
    renameSync(unfinished, script.place);
  } catch {
    unlinkSync(unfinished);
  } finally {
    closeSync(descriptor);
  }
}

module.exports = { keepCode };
