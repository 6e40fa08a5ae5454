'use strict';
// Chooses the requests to prove a candidate with. A suite that fills a team of three seats and then tries a fourth
// shows where the limit is: only a copy of the third request can exceed it, and the refused one in its place.
const { createHash } = require('node:crypto');

const { collide, counterpart, isLimit, needsOf, sameSent } = require('./counterparts.js');
const { familyOf } = require('./family.js');

const WORSE = 0.05; // of the rank, for a request whose own operations are not known

// The request before the first one that does not do the last operation any more, and that one.
function edgeOf({ first }, recording) {
  const { handler } = recording.requests.get(first.request);
  const last = first.window.at(-1);
  const acts = (request) => counterpart(recording, request, last) !== undefined;
  let best;
  let previous;
  for (const request of recording.requests.values()) {
    if (request.handler !== handler) continue;
    if (acts(request)) previous = request;
    else if (previous) {
      const weight = (request.target === previous.target ? 2 : 0) + (isLimit(request) ? 1 : 0);
      if (!best || weight > best.weight) best = { inside: previous, outside: request, weight };
    }
  }
  return best;
}

function movedTo(candidate, recording, request) {
  const all = [...candidate.first.window, ...candidate.second.window];
  const numbers = new Map(all.map((number) => [number, counterpart(recording, request, number)]));
  if ([...numbers.values()].includes(undefined)) return undefined;
  const side = (one) => ({ ...one, request: request.number, window: one.window.map((number) => numbers.get(number)) });
  const hold = numbers.get(candidate.first.hold);
  return {
    ...candidate, first: { ...side(candidate.first), hold }, second: side(candidate.second),
    order: candidate.order.map(([who, number]) => [who, numbers.get(number)]),
  };
}

// The refused request would do what the other one did, had it come first.
function withOutside(candidate, recording, { inside, outside }) {
  if (sameSent(inside, outside)) return [];
  const needs = needsOf(recording, inside, outside);
  if (needs === undefined) return [];
  const second = { ...candidate.second, request: outside.number };
  return [{ ...variantOf(candidate, 'refused'), second, needs: { first: [], second: needs } }];
}

function variantOf(candidate, name) {
  const id = createHash('sha256').update(`${candidate.id} ${name}`).digest('hex').slice(0, candidate.id.length);
  return { ...candidate, id, same: false, rank: Math.max(0, candidate.rank - WORSE), examples: 1, more: undefined };
}

// A copy is refused, or does what is done already, where a user may do something once: votes of two users meet in the
// row that counts them.
function withOther(candidate, recording) {
  const inside = recording.requests.get(candidate.first.request);
  const last = candidate.first.window.at(-1);
  for (const request of [...recording.requests.values()].reverse()) {
    if (request.handler !== inside.handler || request === inside || sameSent(request, inside)) continue;
    const moved = movedTo(candidate, recording, request);
    const its = moved && recording.operations.get(moved.first.window.at(-1));
    if (!moved || !collide(recording.operations.get(last), its)) continue;
    const isLater = request.number > inside.number;
    const needs = isLater ? needsOf(recording, inside, request) : needsOf(recording, request, inside);
    if (needs === undefined) continue;
    const order = candidate.order.map(([who, number], i) => (who === 'first' ? [who, number] : moved.order[i]));
    const ofBoth = isLater ? { first: [], second: needs } : { first: needs, second: [] };
    return [{ ...variantOf(candidate, 'other'), second: moved.second, order, needs: ofBoth }];
  }
  return [];
}

function atEdge(candidate, recordings, families) {
  const recording = recordings[candidate.first.trace];
  if (!candidate.same || candidate.first.traces || candidate.second.traces || !recording) return [candidate];
  const edge = edgeOf(candidate, recording);
  const moved = edge && movedTo(candidate, recording, edge.inside);
  const family = familyOf(candidate);
  const others = families.has(family) ? [] : withOther(moved ?? candidate, recording);
  if (others.length > 0) families.add(family);
  return moved ? [moved, ...withOutside(moved, recording, edge), ...others] : [candidate, ...others];
}

/**
 * Returns the candidates of `found` with the requests to prove them with. A request that races with its copy is the
 * last one that its handler served before it did something else, and that next one may take the copy's place. So may
 * another one that changes the same row, once for two handlers and a table.
 */
function atEdges(candidates, recordings) {
  const families = new Set();
  return candidates.flatMap((candidate) => atEdge(candidate, recordings, families));
}

module.exports = { atEdges };
