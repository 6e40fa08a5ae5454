'use strict';
// Candidates on what the program keeps in memory, which is not recorded. A handler that serves one request and refuses
// the next by a limit, without a store that explains it, has checked something in memory. If it waits meanwhile (for a
// timer, a store, another server), a copy may pass the check as well.
const { createHash } = require('node:crypto');

const LIMITS = new Set([402, 403, 409, 410, 422, 423, 429]);
const MEMORY = 'memory'; // in the place of a store's name
const RANK = 0.3; // below what is known of stores
const MOST_PLACES = 4;
const DIGITS = 6;

const isLimit = ({ status }) => LIMITS.has(status);
const isAnswered = ({ status }) => status !== undefined && status < 500;

// [the last one before the first refusal, that refusal] by handler.
function* edges({ requests }) {
  const previous = new Map();
  const found = new Set();
  for (const request of requests.values()) {
    const handler = request.handler ?? request.shape;
    if (found.has(handler) || !isAnswered(request)) continue;
    if (!isLimit(request)) previous.set(handler, request);
    else if (previous.has(handler)) {
      found.add(handler);
      yield { handler, inside: previous.get(handler), outside: request };
    }
  }
}

// The request reads what it writes, so a store may be what tells of the limit.
function isInStore({ operations }) {
  const effects = operations.flatMap(({ store, effects: own = [] }) => own.map((one) => ({ ...one, store })));
  const isWritten = (read) => effects.some((one) => one.class !== 'R' && one.store === read.store && one.table === read.table);
  return effects.some((one) => one.class === 'R' && isWritten(one));
}

// One operation of each call site at which it can be held, the last ones first.
function placesIn(request) {
  const { operations } = request;
  const bySite = new Map();
  for (const one of operations) if (one.turn === undefined && one.site !== undefined) bySite.set(one.site, one);
  return [...bySite.values()].sort((a, b) => b.operation - a.operation).slice(0, isInStore(request) ? 1 : MOST_PLACES);
}

function candidateAt({ trace, handler, request, place, rank }) {
  const text = JSON.stringify([MEMORY, handler, place.site, place.statement]);
  const id = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
  const number = place.operation;
  const window = [number, number];
  const side = { trace, request: request.number, handler, window, sites: [place.site], statements: [place.statement] };
  return {
    id, pattern: 'memory', rank, why: ['a limit that no store explains'], same: true,
    first: { ...side, hold: number }, second: side, order: [['first', number], ['second', number], ['first', number]],
    store: MEMORY, keys: {}, columns: [], transaction: 'none', needs: { first: [], second: [] }, examples: 1,
  };
}

/** Returns candidates on memory in `recordings`; `handlers` narrows them. */
function inMemory(recordings, handlers) {
  const isWanted = ({ handler }) => handlers === undefined || handlers.includes(handler);
  const candidates = ({ handler, inside }, trace) => placesIn(inside).map((place, i) =>
    candidateAt({ trace, handler, request: inside, place, rank: RANK - i / 100 }));
  return recordings.flatMap((recording, trace) =>
    [...edges(recording)].filter(isWanted).flatMap((edge) => candidates(edge, trace)));
}

module.exports = { MEMORY, inMemory };
