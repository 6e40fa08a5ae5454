'use strict';
// Keeps the code that V8 compiled from our modules, beside the package: the next process that starts compiles none of
// them.
const {
  closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync,
} = require('node:fs');
const { dirname } = require('node:path');

function bytesOf({ script, name, text, stamps }) {
  const source = Buffer.from(text);
  const code = script.createCachedData();
  const header = { name, stamps, sourceSize: source.length, codeSize: code.length };
  const all = [Buffer.from(`${JSON.stringify(header)}\n`), source, code];
  return Buffer.concat([...all, ...all]); // start.js compares the halves
}

// Files that root leaves in another user's folder could not be deleted by the owner.
const isForeign = (folder) => process.geteuid !== undefined && statSync(folder).uid !== process.geteuid();

/**
 * Writes each script that start.js compiled to its place: whole, or where that is not possible not at all. First it
 * deletes the folder `untrusted`, if one is given.
 */
function keepCode(scripts, untrusted) {
  try {
    if (isForeign(__dirname)) return;
    if (untrusted) rmSync(untrusted, { recursive: true, force: true });
    for (const script of scripts) {
      mkdirSync(dirname(script.place), { recursive: true, mode: 0o755 }); // start.js refuses what others may write
      writeWhole(`${script.place}.${process.pid}-${process.hrtime()[1]}`, script);
    }
  } catch {
    // not ours to write
  }
}

function writeWhole(unfinished, script) {
  const descriptor = openSync(unfinished, 'wx', 0o644);
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
