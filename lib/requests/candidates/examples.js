'use strict';
// Candidates with other requests of the same handlers than those that the analysis chose. One example stands for all
// pairs with the same call sites, but a limit may be near in one row only: the last seat of one of two trains.
const { SIDES } = require('../../trace/protocol.js');
const { counterpart, sentBy } = require('../recording/counterparts.js');
const { madeId } = require('../recording/ids.js');

const MOST = 2; // further examples of a candidate
const WORSE = 0.1; // of the rank, for each of them
const traceAt = ({ trace, traces }, index) => traces?.[index] ?? trace;

/** Returns the trace of the last operation in the window of a candidate's side. */
const traceOfLast = (side) => traceAt(side, side.window.length - 1);

// The side of a candidate with `request` in the place of its own, or undefined if that does not do the same.
function movedSide(side, request, recordings) {
  // Operations of two processes may have the same number.
  const window = side.window.map((number, index) => counterpart(recordings[traceAt(side, index)], request, number));
  if (window.includes(undefined)) return undefined;
  const { within, hold } = side;
  const operations = window.map((number, index) => recordings[traceAt(side, index)].operations.get(number));
  const last = operations.at(-1);
  return {
    ...side, request: request.number, window, statements: operations.map(({ statement }) => statement),
    ...(hold !== undefined && { hold: window[side.window.lastIndexOf(hold)] }),
    ...(within && { within: { ...within, request: last.request } }),
  };
}

/** Returns the rows of the candidate's table that the last operation of a side uses; triggers use those of others. */
function keysOf(side, { table }, recordings) {
  const { effects = [] } = recordings[traceOfLast(side)].operations.get(side.window.at(-1));
  const own = effects.filter((effect) => table === undefined || effect.table === table);
  return own.find(({ keys }) => keys && Object.keys(keys).length > 0)?.keys;
}

/** Returns `candidate` with {first, second}, requests of its recordings, in the place of its own, or undefined. */
function movedTo(candidate, recordings, requests) {
  const sides = Object.fromEntries(SIDES.map((who) => [who, movedSide(candidate[who], requests[who], recordings)]));
  if (SIDES.some((who) => sides[who] === undefined)) return undefined;
  const next = { first: 0, second: 0 };
  const order = candidate.order.map(([who]) => [who, sides[who].window[next[who]++]]);
  return { ...candidate, ...sides, order, keys: keysOf(sides.first, candidate, recordings) ?? candidate.keys };
}

function exampleOf(candidate, { first, second, needs }, recordings) {
  const requestOf = ({ trace, request }) => recordings[trace]?.requests.get(request);
  const requests = { first: requestOf(first), second: requestOf(second) };
  const isHere = SIDES.every((who) => requests[who] && { first, second }[who].trace === candidate[who].trace);
  const moved = isHere ? movedTo(candidate, recordings, requests) : undefined;
  return moved && {
    ...moved, needs, same: requests.first === requests.second, more: undefined, examples: 1,
    id: madeId(candidate, `${first.request} ${second.request}`),
  };
}

// A copy of a request may be refused for what it sends, such as a name that is taken. Two that send something else show
// more on the same row.
function kindOf({ first, second, keys }, recordings) {
  const [one, other] = [first, second].map(({ trace, request }) => {
    const known = recordings[trace]?.requests.get(request); // of a trace without its recording nothing is known
    return known && sentBy(known);
  });
  return JSON.stringify([keys, one !== other]);
}

const distanceOf = ({ first, second }) => Math.abs(first.request - second.request);

/**
 * Returns further candidates for a few of the pairs that `candidate` stands for: those on other rows, and one of two
 * different requests. The later ones in a suite are the likelier to reach a limit. Of two requests the nearest ones are
 * taken: others are of two tests, and what one of them does may be done already when the other one arrives.
 */
function otherExamples(candidate, recordings) {
  if (candidate.of || !candidate.more) return [];
  const own = kindOf(candidate, recordings);
  const best = new Map(); // kind -> candidate, the latest kind first
  for (const example of candidate.more.toReversed()) {
    const moved = exampleOf(candidate, example, recordings);
    const kind = moved && kindOf(moved, recordings);
    if (!moved || kind === own) continue;
    if (!best.has(kind) || distanceOf(moved) < distanceOf(best.get(kind))) best.set(kind, moved);
  }
  return [...best.values()].slice(0, MOST).map((moved, index) => (
    { ...moved, rank: Math.max(0, candidate.rank - WORSE * (index + 1)) }));
}

module.exports = { keysOf, movedTo, otherExamples, traceOfLast };
