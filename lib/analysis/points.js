'use strict';
// Says at which of its tasks a unit is held, before or after this.
const { changes } = require('../names/name.js');
const { concurrentWith, isCheck } = require('./pairs.js');
const { takesAway } = require('./touched.js');

// Returns the end of the last task in a call before one that changes something: what the call has looked at is old when
// it acts, or what it has begun to change is seen half done. A file that is written is opened first, which empties it.
function middleOf(parts) {
  const acts = parts.map(({ tail }) => changes(tail.slice(1)));
  return parts.findLast((_, at) => !acts[at] && acts[at + 1]) ?? parts[0];
}

/**
 * Returns the points at which a unit can be held, best first, as {name, phase}: `first`, a point of pointOf(), and the
 * others. A change is best held before it is made, a look after it was taken.
 */
function targetsOf({ owner, changes: isChange, parts, starts }, first) {
  if (parts.length === 0) return []; // a timer
  const last = parts.at(-1);
  const middle = parts.length > 1 && middleOf(parts);
  const points = isChange ? [starts[0], middle, last] : [last, parts[0], starts[0]];
  const wished = { start: starts[0], middle }[first];
  const targets = [wished, ...points].filter(Boolean);
  const different = targets.filter((target, at) => targets.findIndex((other) => other === target) === at);
  return different.map(({ tail, phase }) => ({ name: owner + tail, phase }));
}

/**
 * Returns the point, `start` or `middle`, at which a run with several delays holds a unit first; undefined:
 * the best of targetsOf(). The first run has held each change before it was made, and each look after it was taken.
 * - In a change of several tasks another operation may come between two of these.
 * - A look that nothing it leads to acts upon is none the worse for being old. But where something else changes what it
 *   looks at later, such as removes it, its answer is another one behind the change.
 */
function pointOf(units, index, known) {
  const { changes: isChange, parts } = units[index];
  if (isChange) return parts.length > 1 ? 'middle' : undefined;
  if (isCheck(units, index, known)) return undefined;
  for (const { second } of concurrentWith(units, index, known)) {
    if (takesAway(second, units[index])) return 'start';
  }
  return undefined;
}

module.exports = { pointOf, targetsOf };
