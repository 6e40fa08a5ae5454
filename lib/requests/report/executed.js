'use strict';
// Puts operations into the order in which stores carried them out. Redis runs the commands of a transaction at EXEC.

const ENDS = new Set(['EXEC', 'DISCARD']);

// The operation with which a command of `who` runs: the EXEC that follows it, if a MULTI goes before it.
function carriersOf(operations) {
  const carriers = new Map();
  const queued = new Map(); // "who store" -> commands since MULTI
  for (const one of operations.filter(({ dialect }) => dialect === 'redis')) {
    const key = `${one.who} ${one.service} ${one.store}`;
    if (one.statement === 'MULTI') queued.set(key, [one]);
    else queued.get(key)?.push(one);
    if (!ENDS.has(one.statement)) continue;
    for (const command of queued.get(key) ?? []) carriers.set(command, one);
    queued.delete(key);
  }
  return carriers;
}

/** Returns `operations` of a run, which are in the order of their calls, as the stores carried them out. */
function asExecuted(operations) {
  const carriers = carriersOf(operations);
  const places = new Map(operations.map((one, place) => [one, place]));
  const placeOf = (one) => places.get(carriers.get(one) ?? one);
  return [...operations].sort((a, b) => placeOf(a) - placeOf(b) || places.get(a) - places.get(b));
}

module.exports = { asExecuted };
