'use strict';
// Makes plans of Redis' commands. A key is a row: its column `key` has the key's name, the others are the fields of a
// hash or the members of a set.

const crypto = require('node:crypto');

const { argumentsAt, readCommands } = require('./commands.js');
const { nothing } = require('./plan.js');

const KEY = 'key';

let commands;

/** Reads the table of commands. To be called before planRedis(). */
function loadRedis() {
  commands ??= readCommands('redis');
}

// Commands whose answer is how many they found or changed, 0 or null for none.
const COUNTS = new Set(['GET', 'HGET', 'SETNX', 'HSETNX', 'MSETNX', 'DEL', 'UNLINK', 'HDEL', 'GETDEL', 'SADD', 'SREM']);

const valuesOf = (keys) => keys.map((value) => ({ value: String(value) }));

// `keys`: undefined for all of them.
function stepsOf(classes, keys, fields, table) {
  const where = keys && { [KEY]: valuesOf(keys) };
  return classes.map((kind) => ({ class: kind, table, keys: where, columns: columnsFor(kind, fields) }));
}

// A key that comes or goes has all its fields.
const columnsFor = (kind, fields) => (kind === 'A' ? undefined : fields);

// A word in the place of a number stands for a property of the key, such as when it expires.
function fieldsOf(places, args) {
  if (places === undefined) return undefined;
  return /^[a-z]/.test(places) ? [places] : argumentsAt(places, args).map(String);
}

const OPTIONS_OF_ZADD = new Set(['NX', 'XX', 'GT', 'LT', 'CH', 'INCR']);
const isOption = (value, names) => names.has(String(value).toUpperCase());

// ZADD key [options] score member ...: as if there were no options.
function withoutOptions(name, args) {
  if (name !== 'ZADD') return args;
  return [args[0], ...args.slice(1).filter((value, i) => i > 5 || !isOption(value, OPTIONS_OF_ZADD))];
}

function plan(classes, keys, fields, table, more) {
  return { steps: stepsOf(classes, keys, fields, table), atomic: true, understood: true, counts: false, ...more };
}

const UNITS = { PX: 1, EX: 1000 };

// The milliseconds after which a key is gone, by the options of SET.
function expiryIn(options) {
  const at = options.findIndex((option) => Object.hasOwn(UNITS, option));
  const time = at < 0 ? NaN : Number(options[at + 1]) * UNITS[options[at]];
  return time > 0 ? time : undefined;
}

// SET key value [NX] [GET] ...
function planSet(args, table, rows) {
  const options = args.slice(2).map((value) => String(value).toUpperCase());
  if (options.includes('NX')) {
    const lock = { name: `key:${args[0]}`, how: 'acquire', scope: 'session', paired: true, expires: expiryIn(options) };
    const locks = rows === 0 ? [] : [lock];
    return plan(['R', 'A'], [args[0]], undefined, table, { locks, counts: true });
  }
  const isReading = options.includes('GET') || options.includes('XX') || options.includes('IFEQ');
  return plan(isReading ? ['R', 'W'] : ['W'], [args[0]], undefined, table);
}

const releases = (keys) => keys.map((key) => ({ name: `key:${key}`, how: 'release', scope: 'session', paired: true }));

// redis.call("get", ...) in the text of a script.
function classesOf(script) {
  const names = [...script.matchAll(/\bp?call\s*\(\s*["'](\w+)["']/gi)].map(([, name]) => name.toUpperCase());
  const known = names.map((name) => (name === 'SET' ? ['W'] : commands.get(name)?.classes));
  if (names.length === 0 || known.includes(undefined)) return ['R', 'W'];
  return [...new Set(known.flat())];
}

// EVALSHA has the hash of a text that an EVAL sends.
const scripts = new Map();

function scriptOf(name, first) {
  if (name.startsWith('EVALSHA')) return scripts.get(first);
  if (!name.startsWith('EVAL')) return undefined;
  scripts.set(crypto.createHash('sha1').update(first).digest('hex'), first);
  return first;
}

// A script that makes keys which expire if they are not there, as redlock does, takes locks.
const TAKES = /\b(?:exists|setnx|NX)\b/i;
const EXPIRES = /\b(?:PX|EX|pexpire|expire|psetex|setex)\b/i;

function locksOfScript(script = '', keys, rows) {
  const takes = TAKES.test(script) && EXPIRES.test(script);
  if (!takes) return releases(keys);
  return rows > 0 ? keys.map((key) => ({ name: `key:${key}`, how: 'acquire', scope: 'session', paired: true })) : [];
}

// An EVALSHA fails if the server does not know the script, and the program sends its text.
function planScript(name, args, table, { rows, failed }) {
  if (failed !== undefined && name.startsWith('EVALSHA')) return nothing();
  const count = Number(args[1]);
  const keys = count > 0 ? args.slice(2, 2 + count) : undefined;
  const script = scriptOf(name, String(args[0]));
  const classes = script === undefined ? ['R', 'W'] : classesOf(script);
  return plan(classes, keys, undefined, table, { locks: keys ? locksOfScript(script, keys, rows) : [] });
}

const CONTROLS = { MULTI: 'begin', EXEC: 'commit', DISCARD: 'rollback', UNWATCH: 'rollback' };

// EXEC answers null if a watched key was changed.
function planControl(name, rows) {
  const how = name === 'EXEC' && rows === 0 ? 'rollback' : CONTROLS[name];
  return nothing({ control: { how, isolation: 'serializable' } });
}

const planWatch = (args, table) => plan(['R'], args, undefined, table, {
  atomic: false, control: { how: 'begin', isolation: 'serializable', needsOwnConnection: true },
});

// A command that the table does not have changes what its first argument names, if that is a module's, or anything.
function planUnknown(name, args, table) {
  const keys = name.includes('.') && args.length > 0 ? [args[0]] : undefined;
  return plan(['R', 'W'], keys, undefined, table, { understood: keys !== undefined });
}

/** Returns the plan of one command. `values`: its arguments. `rows`: its answer as a number. */
function planRedis(name, operation, table) {
  const { values: args = [], rows } = operation;
  if (name === 'SET') return [planSet(args, table, rows)];
  if (CONTROLS[name]) return [planControl(name, rows)];
  if (name === 'WATCH') return [planWatch(args, table)];
  if (/^(?:EVAL|EVALSHA|FCALL)(?:_RO)?$/.test(name)) return [planScript(name, args, table, operation)];
  const known = commands.get(name);
  if (!known) return [planUnknown(name, args, table)];
  const given = withoutOptions(name, args);
  const keys = argumentsAt(known.keys, given);
  const more = { locks: locksOf(name, keys, rows), counts: COUNTS.has(name) };
  return [plan(known.classes, keys, fieldsOf(known.fields, given), table, more)];
}

function locksOf(name, keys, rows) {
  if (name === 'SETNX' && rows === 1) return [{ name: `key:${keys[0]}`, how: 'acquire', scope: 'session', paired: true }];
  return name === 'DEL' || name === 'UNLINK' || name === 'GETDEL' ? releases(keys) : [];
}

module.exports = { loadRedis, planRedis };
