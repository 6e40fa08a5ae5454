'use strict';
// Elements of lists that are queues, jobs in tables and notifications. Nothing can be added to one, so its flow lies in
// a folder that all processes of the run share, under hashes of the list and of the element. Who pops an equal element
// takes the oldest one: equal elements are the same to all that see them.

const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, readdirSync, unlinkSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');
const { PUSHES } = require('../../trace/protocol.js');

const MOST = 10_000; // of a process: elements of a list that is no queue stay there
const LENGTH_OF_TIME = 20;
const now = process.hrtime.bigint; // the same clock in all processes; tests replace it

let folder;
let count = 0;

const folderOf = (list, element) => (
  path.join(folder, createHash('sha1').update(`${list}\0${element}`).digest('hex')));

/** Takes that `element` is about to be pushed to `list`. `text` is its flow. Returns what withdraw() takes. */
function pushed(list, element, text) {
  if (count === MOST) return undefined;
  const name = `${timeNow()}-${process.pid}-${threadId}-${++count}`;
  try {
    const own = folderOf(list, element);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(own, name), text, { mode: 0o600 });
    return path.join(own, name);
  } catch {
    return undefined; // the folder is gone: the element carries no flow
  }
}

/** Takes that an element was not pushed after all. */
function withdraw(file) {
  if (file !== undefined) claimed(file);
}

/** Returns the time, of all processes, as names of pushes begin with it. */
const timeNow = () => String(now()).padStart(LENGTH_OF_TIME, '0');

function namesIn(own) {
  try {
    return readdirSync(own).sort();
  } catch {
    return [];
  }
}

// Only one process can remove a file.
function claimed(file) {
  try {
    const text = readFileSync(file, 'utf8');
    unlinkSync(file);
    return text;
  } catch {
    return undefined;
  }
}

/** Returns the flow of an element that was popped from `list`, or undefined. */
function popped(list, element) {
  const own = folderOf(list, element);
  for (const name of namesIn(own)) {
    const text = claimed(path.join(own, name));
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * Returns {text, name} of the first push of `element` to `list` whose name is greater than `after`, for a list of which
 * each consumer gets all elements, or undefined.
 */
function heard(list, element, after) {
  const own = folderOf(list, element);
  const name = namesIn(own).find((one) => one > after);
  if (name === undefined) return undefined;
  try {
    return { text: readFileSync(path.join(own, name), 'utf8'), name };
  } catch {
    return undefined; // withdrawn meanwhile
  }
}

/** Starts to remember elements in `trace`, the folder of the run. */
function recordPushes(trace) {
  folder = path.join(trace, PUSHES);
}

module.exports = { heard, popped, pushed, recordPushes, timeNow, withdraw };
