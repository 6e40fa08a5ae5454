'use strict';
// Ids that a server gives in the order in which requests come, by a counter in a store or in memory: which of two
// requests gets which of them is no harm, as with the generated keys of a table.
const { SIDES } = require('../../trace/protocol.js');
const { leaves } = require('./mask.js');
const { isIdPath } = require('./references.js');

// Path -> value of each id in an answer, but for lists of them.
function idsIn({ body } = {}) {
  const found = new Map();
  const twice = new Set();
  leaves(body, 'body', (path, value) => {
    if (!isIdPath(path)) return;
    if (found.has(path)) twice.add(path);
    found.set(path, value);
  }, new Set());
  for (const path of twice) found.delete(path);
  return found;
}

/**
 * Returns the paths of such ids in the answers: the first request gets in the one serial order what the second one gets
 * in the other. `serial` is {AB, BA}, lists of outcomes.
 */
function numberedIn({ AB: [AB], BA: [BA] }) {
  if (!AB || !BA) return [];
  const [a, b] = [idsIn(AB.responses.first), idsIn(AB.responses.second)];
  const [other, one] = [idsIn(BA.responses.first), idsIn(BA.responses.second)];
  return [...a.keys()].filter((path) => {
    const isThere = [b, one, other].every((ids) => ids.has(path));
    return isThere && a.get(path) !== b.get(path) && a.get(path) === one.get(path) && b.get(path) === other.get(path);
  });
}

/** Returns the ids at these paths of both answers of an outcome, as texts. */
function numbersOf({ responses }, paths) {
  const all = SIDES.map((who) => idsIn(responses[who]));
  return new Set(paths.flatMap((path) => all.filter((ids) => ids.has(path)).map((ids) => String(ids.get(path)))));
}

module.exports = { numberedIn, numbersOf };
