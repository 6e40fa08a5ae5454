'use strict';
// Chooses the requests to prove a candidate with. A suite that fills a team of three seats and then tries a fourth
// shows where the limit is: only a copy of the third request can exceed it, and the refused one in its place.
const { counterpart, madeId, movedTo, otherExamples } = require('./examples.js');
const { placesOfAnswer } = require('./recorded.js');

const LEAST = 4; // characters of a value that says where it comes from
const WORSE = 0.05; // of the rank, for a request whose own operations are not known

const isLimit = ({ status }) => status >= 400 && status < 500 && ![400, 401, 404].includes(status);

// The request before the first one that does not do the last operation any more, and that one.
function edgeOf({ first }, recordings) {
  const { handler } = recordings[first.trace].requests.get(first.request);
  const place = recordings[first.traces?.at(-1) ?? first.trace];
  const acts = (request) => counterpart(place, request, first.window.at(-1)) !== undefined;
  let best;
  let previous;
  for (const request of recordings[first.trace].requests.values()) {
    if (request.handler !== handler) continue;
    if (acts(request)) previous = request;
    else if (previous) {
      const weight = (request.target === previous.target ? 2 : 0) + (isLimit(request) ? 1 : 0);
      if (!best || weight > best.weight) best = { inside: previous, outside: request, weight };
    }
  }
  return best;
}

const textOf = ({ method, target, headers, body = '' }) => `${method} ${target}\n${headers.join('\n')}\n${body}`;

// The requests between the two whose answers have values that the later one sends: undefined if the earlier has one.
function needsOf(recording, inside, outside) {
  const text = textOf(outside);
  const known = [];
  const needs = [];
  for (const request of recording.requests.values()) {
    if (request.number >= outside.number) break;
    known.push(textOf(request));
    const values = [...placesOfAnswer(request).values()].filter((value) => value.length >= LEAST);
    const isUsed = values.some((value) => text.includes(value) && !known.some((one) => one.includes(value)));
    known.push(values.join('\n'));
    if (isUsed && request === inside) return undefined;
    if (isUsed && request.number > inside.number) needs.push(request.number);
  }
  return needs;
}

const sameSent = (one, other) => one.target === other.target && one.body === other.body;

// The refused request would do what the other one did, had it come first.
function withOutside(candidate, recording, { inside, outside }) {
  if (sameSent(inside, outside)) return [];
  const needs = needsOf(recording, inside, outside);
  if (needs === undefined) return [];
  return [{
    ...candidate, id: madeId(candidate, 'refused'), same: false, rank: Math.max(0, candidate.rank - WORSE), examples: 1,
    more: undefined, second: { ...candidate.second, request: outside.number }, needs: { first: [], second: needs },
  }];
}

function atEdge(candidate, recordings) {
  const recording = recordings[candidate.first.trace];
  if (!candidate.same || candidate.of || !recording) return [candidate];
  const edge = edgeOf(candidate, recordings);
  const moved = edge && movedTo(candidate, recordings, { first: edge.inside, second: edge.inside });
  return moved ? [moved, ...withOutside(moved, recording, edge)] : [candidate];
}

/**
 * Returns the candidates of `found` with the requests to prove them with. A request that races with its copy is the
 * last one that its handler served before it did something else, and that next one may take the copy's place. Pairs on
 * other rows are candidates of their own.
 */
const atEdges = (candidates, recordings) => candidates.flatMap((candidate) => [
  ...atEdge(candidate, recordings), ...otherExamples(candidate, recordings),
]);

module.exports = { atEdges };
