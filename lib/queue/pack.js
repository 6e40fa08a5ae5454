'use strict';
// Packs the folder of a run, at most about a megabyte (files/bound.js), into bytes for the asker, with what a schedule
// needs. Bytes that come back may have been written by somebody else, so names must not lead out of the folder.
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');

const { makeFolder, writing } = require('../files/disk.js');

const MOST_BYTES = 64 * 1024 * 1024; // unpacked
const FILE = /^(?:trace\/)?\w[\w.-]{0,200}$/;

function* filesIn(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) if (entry.isFile()) yield entry.name;
  for (const name of fs.readdirSync(path.join(folder, 'trace'))) yield `trace/${name}`;
}

/** Returns [[name, text in base64]] of the files of a run's folder. */
function packFolder(folder) {
  const names = [...filesIn(folder)].filter((name) => FILE.test(name));
  return names.map((name) => [name, fs.readFileSync(path.join(folder, name)).toString('base64')]);
}

/** Writes what packFolder() returned into `folder`. */
function unpackFolder(files, folder) {
  if (!Array.isArray(files)) return;
  const isGood = (entry) => Array.isArray(entry) && entry.length === 2 && entry.every((text) => typeof text === 'string');
  makeFolder(path.join(folder, 'trace'));
  for (const [name, text] of files.filter(isGood)) {
    if (!FILE.test(name)) continue;
    const file = path.join(folder, name);
    writing(file, () => fs.writeFileSync(file, Buffer.from(text, 'base64'), { mode: 0o600 }));
  }
}

/** Returns a JSON value as compressed bytes. */
function packed(value) {
  return zlib.gzipSync(JSON.stringify(value), { level: 3 });
}

/** Returns the value of packed(); undefined if the bytes are not its. */
function unpacked(bytes) {
  try {
    return JSON.parse(zlib.gunzipSync(bytes, { maxOutputLength: MOST_BYTES }));
  } catch {
    return undefined;
  }
}

module.exports = { packFolder, packed, unpackFolder, unpacked };
