'use strict';
// Finds the units of a run that could change places: neither follows from the other, as far as the trace knows.
const { relationOf } = require('./touched.js');

const WINDOW = 64; // later units looked at for each: a delay does not reach further
const DEEPEST = 64;
const WEIGHTS = { conflict: 16, same: 4, none: 1 };

// The units by their owners; of several events of one connection the last.
function byOwner(units) {
  return new Map(units.map((unit) => [unit.owner, unit]));
}

// True if `later` is a part of the same call or connection as `earlier`, or was started from it, directly or not.
function follows(later, earlier, known) {
  let unit = later;
  for (let depth = 0; unit && depth < DEEPEST; depth++) {
    if (unit.owner === earlier.owner) return true;
    unit = known.get(unit.parent);
  }
  return false;
}

function* concurrentWith(units, index, known) {
  const first = units[index];
  for (let at = index + 1; at < Math.min(units.length, index + 1 + WINDOW); at++) {
    const second = units[at];
    // A stall overtakes nothing: no code runs in it.
    if (!second.isStall && !follows(second, first, known)) yield { second, distance: at - index };
  }
}

// A race is about what both touch and one of them changes.
function weightOf(first, second, distance) {
  return WEIGHTS[relationOf(first, second) ?? 'none'] / (1 + distance / 8);
}

// True if the unit checks something that a unit following from it changes: a change between the two goes unnoticed.
function isCheck(units, index, known) {
  const unit = units[index];
  if (unit.changes) return false;
  return units.slice(index + 1, index + 1 + WINDOW)
    .some((other) => relationOf(unit, other) === 'conflict' && follows(other, unit, known));
}

module.exports = { WINDOW, byOwner, concurrentWith, follows, weightOf, isCheck };
