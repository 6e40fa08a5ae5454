'use strict';
// Candidates on variables that all requests share, which are not recorded: two requests of one handler, of two users,
// of which one goes on with what the other one has set meanwhile.
const { isDeepStrictEqual: same } = require('node:util');

const { hasContent } = require('../recording/answers.js');
const { counterpart, isGrpc, needsOf } = require('../recording/counterparts.js');
const { idOf } = require('../recording/ids.js');
const { allPlacesIn } = require('./memory.js');
const { memoryCandidate } = require('./memory-candidate.js');

const RANK = 0.11;
const MOST = 3; // handlers
const WHY = 'another request of the handler may set what both use';

const handlerOf = ({ handler, shape }) => handler ?? shape;
const textOf = ({ target, headers, body }) => JSON.stringify([target, headers, body]);
const isAnswered = (request) => hasContent(request) && Boolean(request.response?.body)
  && request.operations.length > 0 && !isGrpc(request);

const isOther = (one, other) => textOf(one) !== textOf(other) && !same(one.response.body, other.response.body);

// The first two requests of each handler that send different things and get different answers.
function* pairsIn(recording) {
  const known = new Map();
  const found = new Set();
  for (const later of [...recording.requests.values()].filter(isAnswered)) {
    const handler = handlerOf(later);
    const earlier = known.get(handler);
    if (earlier === undefined) known.set(handler, later);
    else if (!found.has(handler) && isOther(earlier, later)) {
      const needs = needsOf(recording, earlier, later);
      if (needs) {
        found.add(handler);
        yield { handler, earlier, later, needs };
      }
    }
  }
}

function candidateAt(trace, { handler, earlier, later, needs }, [place, other], rank) {
  const id = idOf(WHY, handler, place.site, place.statement);
  const sides = { first: { request: earlier, handler, place }, second: { request: later, handler, place: other } };
  return memoryCandidate(trace, sides, { id, rank, why: WHY, needs });
}

// The variable may be set before the first wait, as by a middleware, and used after the last one.
function placesOf(request) {
  const [last, ...others] = allPlacesIn(request);
  return [...new Set([last, others.at(-1), others[0]])].filter((place) => place !== undefined);
}

/** Returns candidates on what requests of different users share in memory; `handlers` narrows them. */
function mixedInMemory(recordings, handlers) {
  return recordings.flatMap((recording, trace) => {
    if (recording.isForeign) return [];
    const pairs = [...pairsIn(recording)].filter(({ handler }) => handlers === undefined || handlers.includes(handler));
    return pairs.slice(0, MOST).flatMap((pair) => placesOf(pair.earlier).flatMap((place, i) => {
      const other = recording.operations.get(counterpart(recording, pair.later, place.operation));
      return other ? [candidateAt(trace, pair, [place, other], RANK - i / 100)] : [];
    }));
  });
}

module.exports = { mixedInMemory };
