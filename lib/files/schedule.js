'use strict';
// Makes schedule files from the traces of a run, writes, reads and checks them (docs/reference/trace-format.md).
const fs = require('node:fs');

const { writeWhole } = require('./disk.js');
const { UserError } = require('../errors/index.js');
const { isCommand, problemOfAbout, problemOfFormat } = require('./checks.js');
const { parseGates } = require('./gates.js');
const { any, either, flag, list, map, maybe, number, object, text } = require('./shape.js');
const { isSources } = require('./sources.js');
const messages = require('../messages/index.js');
const { keyOf } = require('../names/key.js');
const { TIERS } = require('../names/name.js');

const FORMAT = 1;

/**
 * Returns every delay of a run once: processes with the same operation have the same delay for it. A constraint is for
 * one process or thread, since its events are named as seen from there.
 */
function delaysOf(traces) {
  const delays = new Map();
  for (const { header, operations } of traces) {
    for (const { name, phase, delay, after } of operations) {
      if (typeof delay !== 'number') continue;
      const place = after && header?.place;
      delays.set(`${place} ${keyOf({ name, phase })}`, { name, phase, delay, after, ...(place && { place }) });
    }
  }
  return [...delays.values()];
}

// The first process of the command has the options that it was started with. Those of a child may be its own.
const headerOf = (traces) => {
  const headers = traces.flatMap(({ header }) => header ?? []);
  return headers.find(({ place }) => place === '0') ?? headers[0];
};

/** Returns the schedule of a run. `about` has further keys for people and later verbs, such as failure and race. */
function scheduleOf({ traces, options, command, about = {} }) {
  const header = headerOf(traces);
  return {
    format: FORMAT,
    // The stalls that chance has made are delays of the schedule.
    options: { ...header?.options, ...options, mode: 'replay', schedule: undefined, stalls: undefined },
    command,
    node: header?.node ?? process.version,
    ...about,
    delays: delaysOf(traces),
  };
}

/** Writes `schedule` as writeWhole() does. Throws a UserError if it cannot be written. */
function writeSchedule(file, schedule, options) {
  const { delays, ...rest } = schedule;
  const lines = delays.map((delay) => `    ${JSON.stringify(delay)}`).join(',\n');
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  writeWhole(file, `${head},\n  "delays": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`, options);
}

// By what a replay finds an operation whose name has chance in it (analysis/tiers.js).
function isTier({ tier, nth, parent }) {
  if (tier === undefined) return true;
  return TIERS.includes(tier) && Number.isInteger(nth) && nth > 0 && (parent === undefined || typeof parent === 'string');
}

// In which order the delayed operations of a process were carried out (analysis/repeatable.js).
const isCount = (value) => value === undefined || (Number.isInteger(value) && value > 0);
const isFlag = (value) => value === undefined || typeof value === 'boolean';
const isRank = ({ rank, loop, atOnce }) => isCount(rank) && isCount(loop) && isFlag(atOnce);

// How a replay finds what the failing run did (analysis/repeatable.js).
const isTexts = (value) => value === undefined || (Array.isArray(value) && value.every((text) => typeof text === 'string'));
const isPlace = (place) => place === undefined || typeof place === 'string';
const isEvent = (event) => typeof event === 'string' || (typeof event?.name === 'string'
  && typeof event.phase === 'string' && isTier(event) && isPlace(event.place));
const isEvents = (value) => value === undefined || (Array.isArray(value) && value.every(isEvent));
const isAbout = ({ until, after, place, thread, beforeEnd, ordinal }) =>
  isTexts(until) && isEvents(after) && isPlace(place) && [undefined, 'main', 'worker'].includes(thread) && isFlag(beforeEnd) && isCount(ordinal);

function isDelay(entry) {
  const named = entry && typeof entry.name === 'string' && typeof entry.phase === 'string';
  return named && typeof entry.delay === 'number' && entry.delay >= 0 && isTier(entry) && isRank(entry) && isAbout(entry);
}

function problemOfGates(gates) {
  try {
    parseGates(gates);
    return undefined;
  } catch (error) {
    return error.message.replace(/^nacd: /, '');
  }
}

// A variable of the environment gets the text of each option.
const word = either('a text, a number, true or false', text, number, flag);
const option = maybe(either('a text, a number, true, false, or a list of these', word, list(word)));
const ABOUT = object({ node: maybe(text), options: maybe(map(option)) });

function problemOf(schedule) {
  if (schedule === null || typeof schedule !== 'object') return 'it is not a JSON object';
  const format = problemOfFormat(schedule, FORMAT);
  if (format) return format;
  if (!Array.isArray(schedule.delays)) return 'it has no list "delays"';
  const bad = schedule.delays.findIndex((entry) => !isDelay(entry));
  if (bad >= 0) return `/delays/${bad} has no "name", "phase" and "delay", or another key that is not valid`;
  const gates = schedule.gates === undefined ? undefined : problemOfGates(schedule.gates);
  if (gates) return gates;
  if (!isSources(schedule.sources)) return '"sources" is not an object with five lines for each call site';
  const { command, options } = schedule;
  if (options !== undefined && (options === null || typeof options !== 'object')) return '"options" is not an object';
  if (command !== undefined && !isCommand(command)) return '"command" is not a list of texts';
  return problemOfAbout(schedule) ?? ABOUT(schedule);
}

function readSchedule(file) {
  let schedule;
  try {
    schedule = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(error.code ? messages.cannotRead(file, error) : messages.notJson(file, error));
  }
  const problem = any(schedule) ?? problemOf(schedule);
  if (problem) throw new UserError(messages.badSchedule(file, problem));
  return schedule;
}

/** True if `file` is there and is a schedule. */
function isSchedule(file) {
  try {
    readSchedule(file);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

module.exports = { scheduleOf, writeSchedule, readSchedule, isDelay, isSchedule };
