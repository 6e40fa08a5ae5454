'use strict';
// Ranks pairs lower that can hardly be repeated: a folder with a document is not deleted, and when that is removed, it
// is. The document that is added and the deletion that succeeds are no pair, since one after the other the deletion is
// refused: the test shows it, by an equal request between both.
const { sameSent } = require('../recording/counterparts.js');

const COST = 0.3; // of the rank, so that pairs with the request that was refused come before

const kindOf = ({ status }) => Math.trunc(status / 100);

function isAnsweredOtherwise({ first, second, same, of }, recordings) {
  const recording = recordings[first.trace];
  if (same || of || !recording || first.trace !== second.trace) return false;
  const [one, later] = [first, second].map(({ request }) => recording.requests.get(request))
    .sort((a, b) => a.number - b.number);
  const between = [...recording.requests.values()].filter(({ number }) => number > one.number && number < later.number);
  return between.some((request) => request.method === later.method && kindOf(request) !== kindOf(later)
    && sameSent(request, later));
}

/** Returns the `candidates`: those that can hardly be repeated come last, and rank lower. */
function rankedByAnswers(candidates, recordings) {
  const last = candidates.filter((one) => isAnsweredOtherwise(one, recordings));
  return [
    ...candidates.filter((one) => !last.includes(one)),
    ...last.map((one) => ({ ...one, rank: Math.max(0, one.rank - COST) })),
  ];
}

module.exports = { rankedByAnswers };
