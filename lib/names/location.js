'use strict';
// The words in which gates are written: "fs.access@remove.test.js:9 -> setInterval@remove.test.js:7#2".
const { UserError } = require('../errors/index.js');

// As in src/operation/operation.h, enum Phase.
const PHASES = ['registration', 'action', 'callback', 'event', 'promise', 'descriptor', 'worker', 'timer'];
const WORDS = { start: ['registration', 'action'], arrival: ['descriptor'], completion: ['worker'] };
const DETAILS = ['path', 'host', 'hostname', 'port', 'key', 'command', 'method', 'url', 'argument', 'function'];
const KEYS = new Set(['api', 'subject', 'phase', 'site', 'name', 'count', 'test', ...DETAILS]);

const LOCATION = /^([^@(#\s]*)(?:\((.*?)\))?(?:@(.+?))?(?:#([0-9]+))?(?:\s+([a-z]+))?$/;
const SITE = /^(.*?)(?::([0-9]+))?(?::([0-9]+))?$/;
const EXACT = /#[0-9]+(?:<[0-9a-f]{8}|\/\S+)$/; // a name as a trace has it, context or tick at its end

function fail(text, what) {
  throw new UserError(`nacd: gates: ${JSON.stringify(text)}: ${what}`);
}

function phaseBits(word, text) {
  if (word === undefined) return 0;
  const names = WORDS[word] ?? [word];
  if (!names.every((name) => PHASES.includes(name))) {
    fail(text, `no such phase: ${word} (there are ${[...Object.keys(WORDS), ...PHASES].join(', ')})`);
  }
  return names.reduce((bits, name) => bits | (1 << PHASES.indexOf(name)), 0);
}

function siteOf(text = '') {
  const [, file, line, column] = SITE.exec(text);
  return { file: file.startsWith('./') ? file.slice(2) : file, line: Number(line ?? 0), column: Number(column ?? 0) };
}

// As the program writes it: fs.promises.stat is the module fs/promises' own.
const apiOf = (text) => text.replace(/^(\w+)\.promises\./, '$1/promises.');

const NOTHING = { api: '', subject: '', file: '', line: 0, column: 0, name: '', phases: 0, count: 0, details: [] };

function fromText(text) {
  const trimmed = text.trim();
  const [name, word, more] = trimmed.split(/\s+/);
  if (EXACT.test(name) && more === undefined) {
    return { ...NOTHING, text: trimmed, name, phases: phaseBits(word, text) };
  }
  const match = LOCATION.exec(trimmed);
  if (trimmed === '' || !match) fail(text, 'not an operation such as fs.access@remove.test.js:9#2 callback');
  const [, api, subject = '', site, count = 0, phase] = match;
  const asked = { api: apiOf(api), subject, ...siteOf(site), phases: phaseBits(phase, text), count: Number(count) };
  return { ...NOTHING, text: trimmed, ...asked };
}

function fromObject(given) {
  const text = JSON.stringify(given);
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown) fail(given, `no such part of a place: ${unknown} (there are ${[...KEYS].join(', ')})`);
  const { api = '', subject = '', phase, site, name = '', count = 0, test } = given;
  if (!Number.isInteger(count) || count < 0) fail(given, 'count is not a whole number from 1');
  const details = DETAILS.filter((key) => given[key] !== undefined).map((key) => [key, String(given[key])]);
  const asked = { api: apiOf(api), subject, ...siteOf(site), name, count, phases: phaseBits(phase, given) };
  return { ...NOTHING, text, ...asked, details, test };
}

/** An operation, or several, that a gate is about: a text, or an object with its parts. Returns the native form. */
function parseLocation(given) {
  if (typeof given === 'string') return fromText(given);
  if (given !== null && typeof given === 'object' && !Array.isArray(given)) return fromObject(given);
  return fail(given, 'not an operation: a text such as fs.access@remove.test.js:9#2, or an object with its parts');
}

/** The same for one or a list. */
function parseLocations(given) {
  const list = Array.isArray(given) ? given : [given];
  if (list.length === 0) fail(given, 'names no operation');
  return list.map(parseLocation);
}

function parseSteps(line) {
  const steps = line.split('->').map((step) => step.split(' & ').map((part) => part.trim()));
  if (steps.length < 2) fail(line, 'no order: it has no "->"');
  if (steps.flat().includes('')) fail(line, 'nothing on one side of "->"');
  return steps.map((parts) => parts.map(fromText));
}

/** "a -> b -> c; d -> e & f": [{label, where, after}], a gate for each arrow. */
function parseOrder(text) {
  if (typeof text !== 'string') fail(text, 'not an order such as "fs.access@a.js:9 -> setTimeout@a.js:7"');
  const lines = text.split(/;|\n|,\s/).map((line) => line.trim()).filter(Boolean);
  if (lines.length === 0) fail(text, 'no order: it has no "->"');
  return lines.map(parseSteps).flatMap((steps) => steps.slice(1).map((where, i) => {
    const after = steps[i];
    const [first, then] = [after, where].map((step) => step.map(({ text: part }) => part).join(' & '));
    return { label: `${first} -> ${then}`, where, after };
  }));
}

/** True if `text` matches `glob`, as in src/schedule/location.h. */
function matchesGlob(glob, text) {
  const pattern = [...glob].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')));
  return new RegExp(`^${pattern.join('')}$`, 's').test(text);
}

module.exports = { PHASES, parseLocation, parseLocations, parseOrder, matchesGlob };
