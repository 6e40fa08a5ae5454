'use strict';
// Chooses the requests to prove a candidate with. A suite that fills a team of three seats and then tries a fourth
// shows where the limit is: only a copy of the third request can exceed it, and the refused one in its place.
const { createHash } = require('node:crypto');

const { placesOfAnswer } = require('./recorded.js');
const { flowOf, referenceOf } = require('./plan.js');
const { statementShape } = require('../trace/places.js');

const LEAST = 4; // characters of a value that says where it comes from
const WORSE = 0.05; // of the rank, for a request whose own operations are not known

// The operation of `request` that does what the one with `number` does, or undefined.
function counterpart(recording, request, number) {
  const { site, api, statement, nth } = referenceOf(recording, number);
  const alike = flowOf(request, [recording]).flatMap(({ operations }) => operations)
    .filter((one) => one.site === site && one.api === api && statementShape(one.statement) === statement);
  return alike[nth - 1]?.operation;
}

const isLimit = ({ status }) => status >= 400 && status < 500 && ![400, 401, 404].includes(status);

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
  const id = createHash('sha256').update(`${candidate.id} refused`).digest('hex').slice(0, candidate.id.length);
  return [{
    ...candidate, id, same: false, rank: Math.max(0, candidate.rank - WORSE), examples: 1, more: undefined,
    second: { ...candidate.second, request: outside.number }, needs: { first: [], second: needs },
  }];
}

function atEdge(candidate, recordings) {
  const recording = recordings[candidate.first.trace];
  if (!candidate.same || candidate.first.traces || candidate.second.traces || !recording) return [candidate];
  const edge = edgeOf(candidate, recording);
  const moved = edge && movedTo(candidate, recording, edge.inside);
  return moved ? [moved, ...withOutside(moved, recording, edge)] : [candidate];
}

/**
 * Returns the candidates of `found` with the requests to prove them with. A request that races with its copy is the
 * last one that its handler served before it did something else, and that next one may take the copy's place.
 */
const atEdges = (candidates, recordings) => candidates.flatMap((candidate) => atEdge(candidate, recordings));

module.exports = { atEdges };
