'use strict';
// Which units of a run could change places: a before b, and neither follows from the other as far as the names tell.

const WINDOW = 64; // later units looked at for each: what comes much later is out of a delay's reach
const DEEPEST = 64;

// By the digits that stand for it in the names of what it started.
function bySuffix(units) {
  return new Map(units.map((unit) => [unit.suffix, unit]));
}

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
    if (!follows(second, first, known)) yield { second, distance: at - index };
  }
}

// What both touch, and one of them changes, is what a race is about.
function weightOf(first, second, distance) {
  const same = first.resource !== undefined && first.resource === second.resource;
  const conflict = same && (first.changes || second.changes);
  return (conflict ? 16 : same ? 4 : 1) / (1 + distance / 8);
}

// A check, and then an act on what was checked: what comes between is not seen.
function isCheck(units, index, known) {
  const unit = units[index];
  if (unit.changes || unit.resource === undefined) return false;
  return units.slice(index + 1, index + 1 + WINDOW)
    .some((other) => other.changes && other.resource === unit.resource && follows(other, unit, known));
}

module.exports = { bySuffix, concurrentWith, weightOf, isCheck };
