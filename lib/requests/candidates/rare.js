'use strict';
// Finds the request that changes something which most others to its handler do not: the third sign-up earns a reward.
// A limit is near there, and the others do not show it.
const { statementShape } = require('../../trace/places.js');
const { hasChanged } = require('../recording/conflicts.js');

const LEAST = 3; // requests: of two each does something that the other does not

const changesOf = ({ operations }) => new Set(
  operations.filter(hasChanged).map(({ site, statement }) => `${site} ${statementShape(statement)}`));

/** Returns the last of `requests`, which are of one handler, that changes what fewer than half of them do, if any. */
function rareIn(requests) {
  const all = requests.map((request) => ({ request, changes: [...changesOf(request)] }));
  const isRare = (change) => 2 * all.filter(({ changes }) => changes.includes(change)).length < all.length;
  return all.length < LEAST ? undefined : all.findLast(({ changes }) => changes.some(isRare))?.request;
}

module.exports = { rareIn };
