'use strict';
// Makes plans of calls on files. A folder is a table, a file a row: its column `name` has the file's name.

const path = require('node:path');
const { readCommands } = require('./commands.js');
const { unknown } = require('./plan.js');

let commands;

/** Reads the table of calls. To be called before planFiles(). */
function loadFiles() {
  commands ??= readCommands('files');
}

const step = (kind, file) => (
  { class: kind, table: path.dirname(file), keys: { name: [{ value: path.basename(file) }] }, columns: undefined });

const plan = (steps) => [{ steps, atomic: true, understood: true, counts: false }];

// The flags of open(), also as an option.
function planFlags(file, flags = 'r') {
  if (flags.includes('x')) return plan([step('R', file), step('A', file)]);
  if (flags.startsWith('w')) return plan([step('W', file)]);
  if (flags.startsWith('a') || flags.includes('+')) return plan([step('R', file), step('W', file)]);
  return plan([step('R', file)]);
}

/** Returns the plan of one call. `values`: its paths, then its flags. */
function planFiles(name, { values = [] }) {
  const [file, second] = values;
  if (file === undefined) return [unknown()];
  if (name === 'rename') return plan([step('R', file), step('D', file), step('W', second)]);
  if (name === 'copyFile') return plan([step('R', file), step('W', second)]);
  if (name === 'open') return planFlags(file, second);
  if (second !== undefined && name !== 'mkdir') return planFlags(file, second);
  const known = commands.get(name);
  if (!known) return [unknown()];
  if (known.keys === '*') return plan([{ class: 'R', table: file, columns: undefined }]);
  return plan(known.classes.map((kind) => step(kind, file)));
}

module.exports = { loadFiles, planFiles };
