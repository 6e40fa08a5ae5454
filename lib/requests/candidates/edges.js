'use strict';
// Chooses the requests to prove a candidate with. A suite that fills a team of three seats and then tries a fourth
// shows where the limit is: only a copy of the third request can exceed it, and the refused one in its place.
const { mayBeLimit } = require('../recording/answers.js');
const { collide } = require('../recording/conflicts.js');
const { counterpart, needsOf, sameSent } = require('../recording/counterparts.js');
const { movedTo, otherExamples, traceOfLast } = require('./examples.js');
const { familyOf } = require('./family.js');
const { madeId } = require('../recording/ids.js');
const { rareIn } = require('./rare.js');
const { turnIn } = require('./turns.js');

const WORSE = 0.05; // of the rank, for a request whose own operations are not known

// The request before the first one that does not do the last operation any more, and that one.
function edgeOf({ first }, recordings) {
  const known = recordings[first.trace]?.requests.get(first.request);
  if (!known) return undefined; // its line is not in the recording
  const { handler } = known;
  const place = recordings[traceOfLast(first)];
  const acts = (request) => counterpart(place, request, first.window.at(-1)) !== undefined;
  let best;
  let previous;
  for (const request of recordings[first.trace].requests.values()) {
    if (request.handler !== handler) continue;
    if (acts(request)) previous = request;
    else if (previous) {
      const weight = (request.target === previous.target ? 2 : 0) + (mayBeLimit(request) ? 1 : 0);
      if (!best || weight > best.weight) best = { inside: previous, outside: request, weight };
    }
  }
  return best;
}

const variantOf = (candidate, how) => ({
  ...candidate, id: madeId(candidate, how), same: false, rank: Math.max(0, candidate.rank - WORSE), examples: 1,
  more: undefined,
});

// The refused request would do what the other one did, had it come first.
function withOutside(candidate, recording, { inside, outside }) {
  if (sameSent(inside, outside)) return [];
  const needs = needsOf(recording, inside, outside);
  if (needs === undefined) return [];
  const second = { ...candidate.second, request: outside.number };
  return [{ ...variantOf(candidate, 'refused'), second, needs: { first: [], second: needs } }];
}

// A copy is refused, or does what is done already, where a user may do something once: votes of two users meet in the
// row that counts them.
function withOther(candidate, recordings) {
  const { first } = candidate;
  const recording = recordings[first.trace];
  const { operations } = recordings[traceOfLast(first)];
  const inside = recording.requests.get(first.request);
  for (const request of [...recording.requests.values()].reverse()) {
    if (request.handler !== inside.handler || request === inside || sameSent(request, inside)) continue;
    const moved = movedTo(candidate, recordings, { first: inside, second: request });
    if (!moved || !collide(operations.get(first.window.at(-1)), operations.get(moved.second.window.at(-1)))) continue;
    const isLater = request.number > inside.number;
    const needs = isLater ? needsOf(recording, inside, request) : needsOf(recording, request, inside);
    if (needs === undefined) continue;
    const ofBoth = isLater ? { first: [], second: needs } : { first: needs, second: [] };
    return [{ ...variantOf(moved, 'other'), needs: ofBoth }];
  }
  return [];
}

function atEdge(candidate, recordings) {
  const edge = edgeOf(candidate, recordings);
  const moved = edge && movedTo(candidate, recordings, { first: edge.inside, second: edge.inside });
  if (moved) return [moved, ...withOutside(moved, recordings[candidate.first.trace], edge)];
  return atTurn(candidate, recordings);
}

// All do the same, and from one request on they are answered in another way: the next one would be answered as that one
// was, had it come first.
function atTurn(candidate, recordings) {
  const { first } = candidate;
  const recording = recordings[first.trace];
  const { handler } = recording.requests.get(first.request);
  const place = recordings[traceOfLast(first)];
  const all = [...recording.requests.values()].filter((request) => (
    request.handler === handler && counterpart(place, request, first.window.at(-1)) !== undefined));
  const { inside, outside } = turnIn(all) ?? {};
  if (!inside) return [candidate, ...atRare(candidate, recordings, all)];
  const copy = movedTo(candidate, recordings, { first: inside, second: inside }) ?? candidate;
  const needs = sameSent(inside, outside) ? undefined : needsOf(recording, inside, outside);
  const moved = needs && movedTo(candidate, recordings, { first: inside, second: outside });
  return moved ? [copy, { ...variantOf(moved, 'turn'), needs: { first: [], second: needs } }] : [copy];
}

function atRare(candidate, recordings, all) {
  const rare = rareIn(all);
  const moved = rare && rare.number !== candidate.first.request
    ? movedTo(candidate, recordings, { first: rare, second: rare }) : undefined;
  return moved ? [{ ...variantOf(moved, 'rare'), same: true }] : [];
}

const isOfSame = ({ first, second }) => (other) => (
  other.first.request === first.request && other.second.request === second.request);

/**
 * Returns the candidates of `found` with the requests to prove them with. A request that races with its copy is the
 * last one that its handler served before it did something else, and that next one may take the copy's place. So may
 * another one that changes the same row, once for two handlers and a table. Pairs on other rows are candidates of their
 * own.
 */
function atEdges(candidates, recordings) {
  const families = new Set();
  return candidates.flatMap((candidate) => {
    const examples = otherExamples(candidate, recordings);
    if (!candidate.same || candidate.of || !recordings[candidate.first.trace]) return [candidate, ...examples];
    const found = atEdge(candidate, recordings);
    const family = familyOf(candidate);
    const isTried = families.has(family) || examples.some(({ same }) => !same);
    const others = (isTried ? [] : withOther(found[0], recordings)).filter((other) => !found.some(isOfSame(other)));
    if (isTried || others.length > 0) families.add(family);
    return [...found, ...others, ...examples];
  });
}

module.exports = { atEdges };
