'use strict';
// Keeps how a recording was asked for beside it, so that `nacd requests prove` repeats it without the options.
const path = require('node:path');

const { writeWhole } = require('../../files/disk.js');
const { any, list, map, maybe, number, object, text } = require('../../files/shape.js');
const { readJson } = require('../../files/store.js');

const ASKED = object({ ms: maybe(number), cwd: text, command: maybe(list(text)), options: map(any) });
const NAME = 'asked.json';
const SERVED = ['serve', 'traffic', 'reset', 'instances'];
const KEPT = [...SERVED, 'limit', 'timeout', 'staleReads', 'check', 'ignore'];

/** Returns the folder of the last recording in the results folder `out`. */
const recordedIn = (out) => path.join(out, 'requests', 'recorded');

/** Writes what the user asked for, and how many milliseconds the recording took. */
function writeAsked(folder, { cwd, command, values = {}, given = new Set() }, ms) {
  const options = Object.fromEntries(KEPT.filter((key) => given.has(key)).map((key) => [key, values[key]]));
  const own = options.serve === undefined ? command : undefined; // else it is made of the options
  writeWhole(path.join(folder, NAME), JSON.stringify({ ms, cwd, command: own, options }), { brief: true });
}

/** Returns {ms, cwd, command, options} of the recording in `folder`, or undefined. */
function readAsked(folder) {
  const file = path.join(folder, NAME);
  return readJson(file, ASKED);
}

// A command takes the place of a served program, and the other way round.
function keysFor(typed) {
  if (typed.has('command')) return KEPT.filter((key) => !SERVED.includes(key));
  return KEPT;
}

/**
 * Returns `settings` (cli/settings.js) with the command and the options of a recording, but for those that the user
 * gives now. A recording that was made in another folder is a stranger's: its command is not run.
 */
function asInRecording(settings, asked, cwd) {
  if (asked?.cwd !== cwd) return settings;
  const { typed } = settings;
  const keys = keysFor(typed).filter((key) => !typed.has(key) && Object.hasOwn(asked.options, key));
  const options = Object.fromEntries(keys.map((key) => [key, asked.options[key]]));
  const isServed = typed.has('serve') || options.serve !== undefined;
  const command = typed.has('command') ? settings.command : isServed ? undefined : asked.command;
  return {
    ...settings, command, values: { ...settings.values, ...options }, given: new Set([...settings.given, ...keys]),
  };
}

module.exports = { asInRecording, readAsked, recordedIn, writeAsked };
