'use strict';
// Reads locations of operations and orders between them, as gates name them:
// "fs.access@remove.test.js:9 -> setInterval@remove.test.js:7#2" (docs/guide/gates.md describes the format).
const { UserError } = require('../errors/index.js');
const { readName } = require('./name.js');

// In the order of enum Phase in src/operation/operation.h: the index is a bit of `phases`.
const PHASES = ['registration', 'action', 'callback', 'event', 'promise', 'descriptor', 'worker', 'timer', 'stall'];
const WORDS = { start: ['registration', 'action'], arrival: ['descriptor'], completion: ['worker'] };
const DETAILS = ['path', 'host', 'hostname', 'port', 'key', 'command', 'method', 'url', 'argument', 'function'];
const KEYS = new Set(['api', 'subject', 'phase', 'site', 'name', 'count', 'test', ...DETAILS]);

const LOCATION = /^([^@(#\s]*)(?:\((.*?)\))?(?:@(.+?))?(?:#([0-9]+))?(?:\s+([a-z]+))?$/;
const SITE = /^(.*?)(?::([0-9]+))?(?::([0-9]+))?$/;
const EXACT = /#[0-9]+(?:<[0-9a-f]{8}|\/\S+)$/; // a full name, as in a trace: it ends in a context or a tick
const COLUMN = /:[0-9]+:[0-9]+$/;

function fail(text, what) {
  throw new UserError(`nacd: gates: ${JSON.stringify(text)}: ${what}`);
}

function phaseBits(word, text) {
  if (word === undefined) return 0;
  const names = WORDS[word] ?? [word];
  if (!names.every((name) => PHASES.includes(name))) {
    fail(text, `unknown phase "${word}" (allowed: ${[...Object.keys(WORDS), ...PHASES].join(', ')})`);
  }
  return names.reduce((bits, name) => bits | (1 << PHASES.indexOf(name)), 0);
}

function siteOf(text = '') {
  const [, file, line, column] = SITE.exec(text);
  return { file: file.startsWith('./') ? file.slice(2) : file, line: Number(line ?? 0), column: Number(column ?? 0) };
}

// A program writes fs.promises.stat, and the name of that operation begins with the module: fs/promises.stat.
const apiOf = (text) => text.replace(/^(\w+)\.promises\./, '$1/promises.');

const NOTHING = { api: '', subject: '', file: '', line: 0, column: 0, name: '', tail: '', call: 0, phases: 0, count: 0, details: [] };

// Of a full name the line and the column may be left out if it is that of what goes on inside a call:
// "http.get@pool.js#1/connect#1/ready#2".
function fromName(name) {
  const { api, subject = '', site, count, parent, tail } = readName(name);
  const isWhole = tail === undefined || parent !== undefined || site === undefined || COLUMN.test(site);
  return isWhole ? { name } : { api, subject, ...siteOf(site), call: count, tail };
}

function fromText(text) {
  const trimmed = text.trim();
  const [name, word, more] = trimmed.split(/\s+/);
  if (EXACT.test(name) && more === undefined) {
    return { ...NOTHING, text: trimmed, ...fromName(name), phases: phaseBits(word, text) };
  }
  const match = LOCATION.exec(trimmed);
  if (trimmed === '' || !match) fail(text, 'not an operation, such as fs.access@remove.test.js:9#2 callback');
  const [, api, subject = '', site, count = 0, phase] = match;
  const asked = { api: apiOf(api), subject, ...siteOf(site), phases: phaseBits(phase, text), count: Number(count) };
  return { ...NOTHING, text: trimmed, ...asked };
}

function fromObject(given) {
  const text = JSON.stringify(given);
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown) fail(given, `unknown key "${unknown}" (allowed: ${[...KEYS].join(', ')})`);
  const { api = '', subject = '', phase, site, name = '', count = 0, test } = given;
  if (!Number.isInteger(count) || count < 0) fail(given, 'count must be a whole number from 1');
  const details = DETAILS.filter((key) => given[key] !== undefined).map((key) => [key, String(given[key])]);
  const asked = { api: apiOf(api), subject, ...siteOf(site), name, count, phases: phaseBits(phase, given) };
  return { ...NOTHING, text, ...asked, details, test };
}

/**
 * Reads the location of one or more operations: a string, or an object with its parts (Place in lib/gates.d.ts).
 * Returns the object that the native part of gates takes. Throws a UserError if it cannot be read.
 */
function parseLocation(given) {
  if (typeof given === 'string') return fromText(given);
  if (given !== null && typeof given === 'object' && !Array.isArray(given)) return fromObject(given);
  return fail(given, 'not an operation: allowed is a string, such as fs.access@remove.test.js:9#2, or an object with its parts');
}

/** Reads one location or an array of them, as parseLocation does. Returns an array of at least one. */
function parseLocations(given) {
  const list = Array.isArray(given) ? given : [given];
  if (list.length === 0) fail(given, 'an empty list names no operation');
  return list.map(parseLocation);
}

function parseSteps(line) {
  const steps = line.split('->').map((step) => step.split(' & ').map((part) => part.trim()));
  if (steps.length < 2) fail(line, 'an order needs "->" between two operations');
  if (steps.flat().includes('')) fail(line, 'an operation is missing beside "->"');
  return steps.map((parts) => parts.map(fromText));
}

/**
 * Reads orders such as "a -> b -> c; d -> e & f". Returns [{label, where, after}], a gate for each arrow. Throws a
 * UserError if one cannot be read.
 */
function parseOrder(text) {
  if (typeof text !== 'string') fail(text, 'not an order such as "fs.access@a.js:9 -> setTimeout@a.js:7"');
  const lines = text.split(/;|\n|,\s/).map((line) => line.trim()).filter(Boolean);
  if (lines.length === 0) fail(text, 'an order needs "->" between two operations');
  return lines.map(parseSteps).flatMap((steps) => steps.slice(1).map((where, i) => {
    const after = steps[i];
    const [first, then] = [after, where].map((step) => step.map(({ text: part }) => part).join(' & '));
    return { label: `${first} -> ${then}`, where, after };
  }));
}

module.exports = { PHASES, parseLocation, parseLocations, parseOrder };
