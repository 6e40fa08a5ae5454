'use strict';
// Finds the call sites of a schedule again after lines have moved, as a fix of the user moves them. A kept schedule has
// the lines around each of its call sites ("sources", docs/reference/trace-format.md), as a patch has.
const fs = require('node:fs');

const { parseSite } = require('../analysis/originals.js');
const { ordinalIn } = require('../analysis/tiers.js');
const { readEvent } = require('../names/event.js');
const { readName } = require('../names/name.js');
const { keyOf } = require('../names/key.js');

const AROUND = 2;
const LONGEST = 300; // characters of a line: a program that was made smaller for the web has one line
const MOST_ABOVE = 64; // operations of which one was started from the other
const EXACT = 2 * AROUND - 1; // a line that is the same counts as nearly all of those around it

function linesOf(file) {
  try {
    return fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8').split(/\r?\n/) : [];
  } catch {
    return []; // a built-in module, code made at run time, or a deleted file
  }
}

// Returns linesOf() that reads each file once: a schedule has many call sites of one file.
function lineReader() {
  const read = new Map();
  return (file) => {
    if (!read.has(file)) read.set(file, linesOf(file));
    return read.get(file);
  };
}

const wordAt = (text, column) => /^[\w$]+/.exec(text?.slice(column - 1) ?? '')?.[0];

// Returns the lines around a line, by its number from 1; empty texts beyond the ends of the file.
const around = (lines, number) =>
  Array.from({ length: 2 * AROUND + 1 }, (_, i) => lines[number - 1 - AROUND + i] ?? '');

// Returns the lines around a call site; undefined where the file does not have it, as of code that a transformer made.
function sourceOf(site, cwd, linesIn) {
  const place = parseSite(site, cwd);
  const lines = place ? linesIn(place.file) : [];
  const text = lines[(place?.line ?? 0) - 1];
  if (wordAt(text, place?.column) === undefined || text.length > LONGEST) return undefined;
  return around(lines, place.line).map((line) => line.slice(0, LONGEST));
}

const indentOf = (text) => text.length - text.trimStart().length;

// Returns the column of the call in a line that may have changed; undefined: it is not there, or more than once.
function columnIn(text, before, column) {
  if (text.trim() === before.trim()) return column + indentOf(text) - indentOf(before);
  const word = wordAt(before, column);
  const found = [...text.matchAll(/[\w$]+/g)].filter(([other]) => other === word);
  return found.length === 1 ? found[0].index + 1 : undefined;
}

// Returns how well a line of a file fits; 0: not at all. A line that has changed needs two of its neighbours.
function fitOf(now, before, column) {
  if (column === undefined) return 0;
  const same = now.filter((text, i) => i !== AROUND && text.trim() === before[i].trim()).length;
  if (now[AROUND].trim() === before[AROUND].trim()) return EXACT + same;
  return same < 2 ? 0 : same;
}

// Returns the call site now that was `site` when the lines around it were `before`.
function siteNow(site, before, cwd, linesIn) {
  const { file, line, column } = parseSite(site, cwd);
  const lines = linesIn(file);
  let best = { fit: 0, far: Infinity, line, column };
  for (const [i, text] of lines.entries()) {
    const place = { line: i + 1, column: columnIn(text, before[AROUND], column), far: Math.abs(i + 1 - line) };
    const fit = fitOf(around(lines, i + 1), before, place.column);
    if (fit > best.fit || (fit > 0 && fit === best.fit && place.far < best.far)) best = { ...place, fit };
  }
  return `${site.slice(0, -`:${line}:${column}`.length)}:${best.line}:${best.column}`;
}

// Returns the names of an operation and of those that it was started from.
function* upFrom(operation, byId) {
  for (let at = operation, depth = 0; at && depth < MOST_ABOVE; at = byId.get(at.parent), depth++) yield at.name;
}

/**
 * Returns {delays, sources} for a schedule with `delays` of a run with `traces`: what followMoves() needs. Reads the
 * files of the call sites.
 */
function withSources(delays, traces, cwd) {
  const sites = new Set(delays.flatMap(({ until = [] }) => until.map((key) => readName(key.slice(key.indexOf(' ') + 1)).site)));
  const awaited = delays.flatMap(({ after = [] }) => after.map(readEvent));
  const keys = new Set([...delays, ...awaited].map(keyOf));
  for (const { operations } of traces) {
    const byId = new Map(operations.map((operation) => [operation.id, operation]));
    for (const operation of operations.filter((one) => keys.has(keyOf(one)))) {
      for (const name of upFrom(operation, byId)) sites.add(readName(name).site);
    }
  }
  const ordinalOf = (delay) => traces.map((trace) => ordinalIn(trace, delay)).find((ordinal) => ordinal > 0);
  const linesIn = lineReader();
  const known = [...sites].filter(Boolean).sort().map((site) => [site, sourceOf(site, cwd, linesIn)]);
  return {
    delays: delays.map((delay) => {
      const events = delay.after?.map(readEvent).map((event) => ({ ...event, ordinal: ordinalOf(event) }));
      return { ...delay, ...(events && { after: events }), ordinal: ordinalOf(delay) };
    }),
    sources: Object.fromEntries(known.filter(([, lines]) => lines !== undefined)),
  };
}

// Returns the text of a name, of its form or of its key, with the new one of a call site that has moved.
function renamedBy(moved, text) {
  for (const [site, now] of moved) {
    const at = text.indexOf(`@${site}`) + 1;
    const end = at + site.length;
    if (at > 0 && !/[0-9]/.test(text[end] ?? '')) return text.slice(0, at) + now + text.slice(end);
  }
  return text;
}

/**
 * Returns `schedule` for the files as they are now: where a call site of its operations has moved, a replay finds them
 * by the new one and their order there. Names contain hashes of the operations that they were started from, which no
 * longer hold then.
 */
function followMoves(schedule, cwd) {
  const linesIn = lineReader();
  const moved = new Map();
  for (const [site, lines] of Object.entries(schedule.sources ?? {})) {
    const now = siteNow(site, lines, cwd, linesIn);
    if (now !== site) moved.set(site, now);
  }
  if (moved.size === 0) return schedule;
  const renamed = (text) => renamedBy(moved, text);
  const follow = ({ ordinal, ...delay }) => {
    const name = renamed(delay.name);
    const until = delay.until && { until: delay.until.map(renamed) };
    const after = delay.after && { after: delay.after.map(readEvent).map(follow) };
    const parent = delay.parent && { parent: renamed(delay.parent) };
    const tier = delay.tier === undefined && ordinal !== undefined ? { tier: 'site', nth: ordinal } : {};
    return { ...delay, ...until, ...after, ...parent, ...tier, name };
  };
  return { ...schedule, delays: schedule.delays.map(follow) };
}

function isPlace(site) {
  try {
    return parseSite(site, '/') !== undefined;
  } catch {
    return false; // a URL of a file that is none
  }
}

/** True if `sources` of a schedule file is valid. */
function isSources(sources) {
  if (sources === undefined) return true;
  if (sources === null || typeof sources !== 'object' || Array.isArray(sources)) return false;
  const isLines = (lines) => Array.isArray(lines) && lines.length === 2 * AROUND + 1 && lines.every((text) => typeof text === 'string');
  return Object.entries(sources).every(([site, lines]) => isPlace(site) && isLines(lines));
}

module.exports = { followMoves, isSources, withSources };
