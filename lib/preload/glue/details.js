'use strict';
// The arguments of a call, for gates that ask for them: a line "key=value" each. Only made while such a gate is set.

const KEYS = ['path', 'host', 'hostname', 'port', 'key', 'command', 'method', 'url'];
// A first text may be any of these; the author of the gate knows which.
const FIRST = ['argument', 'path', 'host', 'hostname', 'key', 'command', 'url'];

const isPlain = (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';

function fileOf(value) {
  if (!(value instanceof URL)) return undefined;
  return value.protocol === 'file:' ? decodeURIComponent(value.pathname) : value.href;
}

// The beginning of data that was read: a gate may recognize an answer by it.
const LONGEST = 1000;

function linesOf(value) {
  if (value instanceof Uint8Array) return [`argument=${Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, LONGEST)).toString('latin1')}`];
  if (typeof value === 'number') return [`argument=${value}`, `port=${value}`];
  if (isPlain(value)) return FIRST.map((key) => `${key}=${value}`);
  if (value === null || typeof value !== 'object') return [];
  const file = fileOf(value);
  const own = KEYS.filter((key) => isPlain(value[key])).map((key) => `${key}=${value[key]}`);
  return file === undefined ? own : [`path=${file}`, `url=${value.href}`, ...own];
}

function functionsOnStack() {
  const { stack = '' } = new Error();
  return stack.split('\n').slice(1).filter((line) => line.includes(' (') && !line.includes('(node:'))
    .map((line) => line.trim().slice('at '.length).split(' (')[0]).map((name) => name.replace(/^(async |new )/, ''));
}

/** Lines for the arguments of a call, and "function=name" for each function of the program that is on the stack. */
function details(args) {
  const functions = functionsOnStack().flatMap((name) => [name, name.split('.').at(-1)]);
  return [...args.flatMap(linesOf), ...functions.map((name) => `function=${name}`)]
    .map((line) => line.replaceAll('\r', '').replaceAll('\n', ' ')).join('\n');
}

module.exports = { details };
