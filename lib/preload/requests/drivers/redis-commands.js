'use strict';
// Commands of Redis as both drivers send them.

const { ofText } = require('../of-text.js');

// Commands about the connection, or about the server as a whole.
const NO_OPERATION = new Set([
  'AUTH', 'HELLO', 'SELECT', 'CLIENT', 'INFO', 'PING', 'QUIT', 'CONFIG', 'COMMAND', 'CLUSTER', 'READONLY', 'READWRITE',
  'SUBSCRIBE', 'UNSUBSCRIBE', 'PSUBSCRIBE', 'PUNSUBSCRIBE', 'SSUBSCRIBE', 'SUNSUBSCRIBE', 'MONITOR', 'ASKING', 'ROLE',
  'SCRIPT', 'FUNCTION', 'MEMORY', 'SLOWLOG', 'LATENCY', 'TIME', 'ECHO', 'RESET', 'WAIT', 'DEBUG', 'MODULE',
]);

const MOST_NAMES = 500;
const inCapitals = ofText((name) => name.toUpperCase(), MOST_NAMES);

const textOf = (value) => (ArrayBuffer.isView(value) ? Buffer.from(value).toString('utf8') : value);

// Of a command as the program gives it.
const nameOf = (name) => (typeof name === 'string' ? inCapitals(name) : String(textOf(name)).toUpperCase());

const isPlain = (value) => typeof value === 'string' || typeof value === 'number';

/** Returns { statement, values } of a command, or undefined for one that is no operation. */
function command(name, args) {
  const statement = nameOf(name);
  if (NO_OPERATION.has(statement)) return undefined;
  return { statement, values: args.every(isPlain) ? args.slice() : args.flat(3).map(textOf) };
}

// null: nothing was there, or nothing was done.
function rowsOf(result) {
  if (result === null || result === undefined) return 0;
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.length;
  return 1;
}

/** As a driver's. Some commands tell by their result if they changed anything. */
const outcome = (result) => ({ rows: rowsOf(result) });

module.exports = { command, outcome };
