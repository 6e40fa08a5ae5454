'use strict';
// Reads a table of the model that says what commands do: "R+W 1 2/2" is the classes, the places of the keys, and those
// of the fields.

const { readFileSync } = require('node:fs');
const path = require('node:path');

const FOLDER = path.join(__dirname, '..', '..', '..', 'model', 'stores', 'commands');

/** Returns a map of a dialect's commands to { classes, keys, fields }. */
function readCommands(dialect) {
  const { commands } = JSON.parse(readFileSync(path.join(FOLDER, `${dialect}.json`), 'utf8'));
  return new Map(Object.entries(commands).flatMap(([rule, names]) => {
    const [classes, keys, fields] = rule.split(' ');
    const entry = { classes: classes === '-' ? [] : classes.split('+'), keys, fields };
    return names.split(' ').map((name) => [name, entry]);
  }));
}

/**
 * Returns the arguments at `places`, which counts from 1: "2" one, "1..2" a range, "1.." all from there, "1..-2" all
 * but the last, "1/2" every second. Undefined: "*", all keys.
 */
function argumentsAt(places, args) {
  if (places === '*') return undefined;
  const [, first, isRange, last, step] = /^(\d+)(\.\.(-?\d+)?)?(?:\/(\d+))?$/.exec(places);
  const from = Number(first) - 1;
  if (step !== undefined) return args.filter((_, i) => i >= from && (i - from) % Number(step) === 0);
  if (isRange === undefined) return args.slice(from, from + 1);
  if (last === undefined) return args.slice(from);
  return args.slice(from, Number(last) < 0 ? args.length + Number(last) + 1 : Number(last));
}

module.exports = { argumentsAt, readCommands };
