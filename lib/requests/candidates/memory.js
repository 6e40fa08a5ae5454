'use strict';
// Candidates on what the program keeps in memory, which is not recorded. A handler that serves one request and refuses
// the next by a limit, without a store that explains it, has checked something in memory. If it waits meanwhile (for a
// timer, a store, another server), a copy may pass the check as well. Any other handler that waits may lose an update
// there, which later requests of the test show.
const { isLimit, isReading, isRefused, isRemoving, isSuccess } = require('../recording/answers.js');
const { idOf } = require('../recording/ids.js');
const { memoryCandidate } = require('./memory-candidate.js');
const { MEMORY, probesAfter, writesNothing } = require('../recording/probes.js');
const { isStore } = require('../recording/recorded.js');

const RANK = 0.3; // below what is known of stores
const RANK_OF_UPDATES = 0.15;
const MOST_UPDATES = 2; // places of a handler that refuses nothing
const MOST_PLACES = 4;

const isAnswered = ({ status }) => status !== undefined && status < 500;

const handlerOf = ({ handler, shape }) => handler ?? shape;
const sentBy = ({ method, target, body }) => JSON.stringify([method, target, body]);

// A code or a token that works once: it is refused when it is sent again. To delete again is no such case.
const isUsedUp = (request) => isRefused(request) && !isRemoving(request);

// A link may be used up by a GET, if no request came between that might have ended it.
function isUsedAgain(request, equal, lastChange) {
  if (!equal || !isUsedUp(request)) return false;
  return !isReading(request) || equal.number > lastChange;
}

// {handler, inside, isOnce}: the last request of a handler before the first refusal. `isOnce`: nothing but a request
// that is equal to it tells of a limit. A handler may have one of both kinds.
function* edges({ requests }) {
  const previous = new Map();
  const succeeded = new Map(); // what was sent -> request
  const found = { limit: new Set(), once: new Set() }; // handlers
  let lastChange = -1;
  for (const request of requests.values()) {
    if (!isAnswered(request)) continue;
    const handler = handlerOf(request);
    const equal = succeeded.get(sentBy(request));
    const kind = isLimit(request) ? 'limit' : 'once';
    const isEdge = kind === 'limit' ? previous.has(handler) : isUsedAgain(request, equal, lastChange);
    if (isEdge && !found[kind].has(handler)) {
      found[kind].add(handler);
      yield { handler, inside: kind === 'limit' ? previous.get(handler) : equal, isOnce: kind === 'once' };
    }
    if (kind !== 'limit') previous.set(handler, request);
    if (isSuccess(request) && !isReading(request)) lastChange = request.number;
    if (isSuccess(request)) succeeded.set(sentBy(request), request);
  }
}

// The last request of each handler that may change something in memory, if the test looks at it later.
function* updates(recording, { known, isWanted }) {
  const last = new Map();
  for (const request of recording.requests.values()) {
    const handler = handlerOf(request);
    const isOne = isSuccess(request) && !isReading(request) && writesNothing(request);
    if (!isOne || known.has(handler) || !isWanted(handler)) continue;
    if (placesIn(request).length > 0 && probesAfter(request, recording).length > 0) last.set(handler, request);
  }
  for (const [handler, request] of last) yield { handler, inside: request };
}

// The request reads what it writes, so a store may be what tells of the limit.
function isInStore({ operations }) {
  const effects = operations.flatMap(({ store, effects: own = [] }) => own.map((one) => ({ ...one, store })));
  const isWritten = (read) => effects.some((one) => one.class !== 'R' && one.store === read.store && one.table === read.table);
  return effects.some((one) => one.class === 'R' && isWritten(one));
}

const hasSite = ({ site }) => site !== undefined;

/**
 * Returns one operation of each place at which the request can be held, the last ones first. A package of middleware
 * may use a store with no frame of the program below it.
 */
function allPlacesIn({ operations }) {
  const places = new Map();
  for (const one of operations) {
    if (one.turn === undefined && (hasSite(one) || isStore(one))) places.set(one.site ?? one.statement, one);
  }
  return [...places.values()].sort((a, b) => b.operation - a.operation);
}

const placesIn = (request) => allPlacesIn(request).filter(hasSite).slice(0, isInStore(request) ? 1 : MOST_PLACES);

function candidateAt({ trace, handler, request, place, ...about }) {
  const side = { request, handler, place };
  const id = idOf(MEMORY, handler, place.site, place.statement, ...(about.isOnce ? ['once'] : []));
  return memoryCandidate(trace, { first: side, second: side }, { ...about, id, same: true });
}

const LIMIT = 'a limit that no store explains';
const UPDATE = 'a wait, and a later request that may show what is lost';

/** Returns candidates on memory in `recordings`; `handlers` narrows them. */
function inMemory(recordings, handlers) {
  const isWanted = (handler) => handlers === undefined || handlers.includes(handler);
  return recordings.flatMap((recording, trace) => {
    const candidates = ({ handler, inside, isOnce }, { rank, why, most }) => {
      const probes = probesAfter(inside, recording).map(({ number }) => number);
      return placesIn(inside).slice(0, most).map((place, i) =>
        candidateAt({ trace, handler, request: inside, place, rank: rank - i / 100, isOnce, probes, why }));
    };
    const limits = [...edges(recording)].filter(({ handler }) => isWanted(handler));
    const known = new Set(limits.map(({ handler }) => handler));
    return [
      ...limits.flatMap((edge) => candidates(edge, { rank: RANK, why: LIMIT, most: MOST_PLACES })),
      ...[...updates(recording, { known, isWanted })]
        .flatMap((edge) => candidates(edge, { rank: RANK_OF_UPDATES, why: UPDATE, most: MOST_UPDATES })),
    ];
  });
}

module.exports = { allPlacesIn, inMemory };
