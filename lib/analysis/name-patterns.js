'use strict';
// Patterns of the names that a program gives to keys and files, and tables that are named after them.

const OPEN = '⟨';
const MARKED = /⟨[^⟩]*⟩/g;
const OPAQUE = 16; // least length of a word that may be an id without a digit

/**
 * Returns the pattern of a name: "session:#" of "session:8XkTz0". A part that has a digit, or is as long as a token,
 * may be another one in each run.
 */
function patternOf(name) {
  const parts = String(name).split(/([:/|])/).map((part) => (/\d/.test(part) || part.length >= OPAQUE ? '#' : part));
  return parts.join('').replace(/[^\p{L}#:/|_-]/gu, '_');
}

/** Returns the name of the part of a table whose rows have names of this pattern. */
const partOf = (table, pattern = '') => `${table}${OPEN}${pattern}⟩`;

/** Returns the name of a table, or of a path in it, as the store has it. */
const withoutPattern = (name) => (name.includes(OPEN) ? name.replace(MARKED, '') : name);

/** Returns the pattern in the name of a part, or undefined. */
const patternIn = (name) => /⟨([^⟩]+)⟩/.exec(name)?.[1];

module.exports = { partOf, patternIn, patternOf, withoutPattern };
