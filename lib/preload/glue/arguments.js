'use strict';
// Decides if a call can be made later without changing how it fails: a wrong argument throws at once. No regular
// expressions here: RegExp.$1 is the program's.

const { isAsyncFunction, isDate } = require('node:util/types');

const ENCODINGS = new Set(['utf8', 'utf-8', 'ascii', 'latin1', 'binary', 'base64', 'base64url', 'hex', 'buffer', 'utf16le']);
const FLAGS = new Set(['r', 'r+', 'rs', 'rs+', 'w', 'wx', 'w+', 'wx+', 'a', 'ax', 'a+', 'ax+']);
const OCTAL = new Set('01234567');

const within = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
const isText = (value) => typeof value === 'string' && value !== '' && !value.includes('\0');
const isEncoding = (value) => value == null || ENCODINGS.has(value);
const isFlag = (value) => FLAGS.has(value);
const isBoolean = (value) => typeof value === 'boolean';
const isOctal = (value) => isText(value) && value.length <= 4 && [...value].every((c) => OCTAL.has(c));
const isMode = (value) => within(0o7777)(value) || isOctal(value);

const OPTION_CHECKS = {
  encoding: isEncoding, flag: isFlag, mode: isMode, recursive: isBoolean, force: isBoolean, withFileTypes: isBoolean,
  bigint: isBoolean, maxRetries: within(1000), retryDelay: within(100000),
};

function isOptions(value) {
  if (isEncoding(value)) return true;
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.entries(Object.getOwnPropertyDescriptors(value)).every(([key, { get, value: given }]) =>
    !get && (given === undefined || OPTION_CHECKS[key]?.(given))); // a getter may throw, or count who reads
}

const KINDS = {
  path: (value) => isText(value) || value instanceof Uint8Array,
  fd: within(0x7fffffff),
  file: (value) => KINDS.path(value) || KINDS.fd(value),
  data: (value) => typeof value === 'string' || value instanceof Uint8Array,
  flag: isFlag,
  mode: isMode,
  bits: within(7),
  id: within(0xffffffff),
  length: within(Number.MAX_SAFE_INTEGER),
  time: (value) => Number.isFinite(value) || (isDate(value) && !Number.isNaN(value.getTime())),
  options: isOptions,
  folder: (value) => isMode(value) || (value !== null && typeof value === 'object' && isOptions(value)),
  text: isText,
  // An array of buffers is not looked through, so a call with one always starts at once.
  buffers: () => false,
};

const kindLists = new Map(); // "path options?" -> ["path", "options?"]

function listOf(kinds) {
  if (!kindLists.has(kinds)) kindLists.set(kinds, kinds.split(' '));
  return kindLists.get(kinds);
}

function fits(kinds, args) {
  if (args.length > kinds.length) return false;
  return kinds.every((kind, i) => {
    const optional = kind.endsWith('?');
    if (optional && args[i] === undefined) return true;
    return KINDS[optional ? kind.slice(0, -1) : kind](args[i]);
  });
}

/**
 * Returns whether a call of `fn` surely does not throw at once. Functions that are async never do. `kinds`: those of
 * the arguments before the callback, by the model, separated by spaces; one that ends with "?" may be absent. Without
 * them, only a call with one path may wait.
 */
function canPostpone(fn, args, callbackIndex, kinds) {
  if (isAsyncFunction(fn)) {
    // A FileHandle counts who uses it, and a signal may end the call before it starts: those calls start at once.
    return KINDS.path(args[0]) && args.every((arg) => typeof arg !== 'object' || arg === null || !('signal' in arg));
  }
  if (callbackIndex !== args.length - 1) return false;
  return fits(listOf(kinds || 'path'), args.slice(0, -1));
}

module.exports = { canPostpone };
