'use strict';
// Candidates of a request that is refused because of an earlier one: an order that is cancelled is not paid any more.
// The recording does not have the change that it would have made, so no pair of recorded operations shows the race. It
// may pass its check while the earlier one is between check and change, or the other way round.
const { isReading, isSuccess, mayBeLimit } = require('../recording/answers.js');
const { hasChanged, sees, writes } = require('../recording/conflicts.js');
const { needsOf, sameSent } = require('../recording/counterparts.js');
const { idOf } = require('../recording/ids.js');
const { rootsOf } = require('../recording/roots.js');

const RANK = 0.4; // below pairs that are known to conflict
const MOST = 12;
const MOST_CAUSES = 2; // of one refusal
const WHY = 'is refused after the other';

// Clocks of one process tell the order exactly.
const isBefore = (one, other) => (one.trace === other.trace ? one.end <= other.t : one.finish <= other.begin);

// A synchronous change cannot be held itself, only what comes before it.
const canWait = ({ operations }, check, write) => write.turn === undefined
  || operations.some((one) => one.turn === undefined && isBefore(check, one) && isBefore(one, write));

// The operation before `write` that reads what one of `changes` changes.
const checkOf = (request, write, changes = [write]) => request.operations.find((one) =>
  isBefore(one, write) && changes.some((change) => sees(one, change)) && canWait(request, one, write));

const ofAnyRow = (one) => ({ ...one, effects: one.effects.map((effect) => ({ ...effect, keys: {} })) });

// Returns the changes that the refused request might have made, by those of its handler that were not refused.
const mightChange = (refused, requests) => requests
  .filter((one) => one.handler === refused.handler && isSuccess(one))
  .flatMap(({ operations }) => operations.filter(writes).map(ofAnyRow));

// {check, write} of the earlier request: the change that the refused one reads, and the check before it. That may be of
// what the refused one changes: a project with open tasks is not archived, and an archived one gets no task. A change
// that met no row, as of a scheduler that had nothing to do, has refused nothing.
function changeIn(request, refused, requests) {
  const write = request.operations.find((one) => hasChanged(one) && refused.operations.some((read) => sees(read, one)));
  if (write === undefined) return undefined;
  return { check: checkOf(request, write) ?? checkOf(request, write, mightChange(refused, requests)), write };
}

// {check, write} of a request of the same handler that was not refused: so the refused one would have gone on.
function modelOf(refused, requests) {
  for (const request of requests) {
    if (request.handler !== refused.handler || !isSuccess(request)) continue;
    for (const write of request.operations.filter(writes)) {
      const check = checkOf(request, write);
      if (check) return { check, write };
    }
  }
  return undefined;
}

const sideOf = (trace, request, { check, write }) => {
  const window = [check.operation, write.operation];
  const operations = [check, write];
  const traces = operations.map((one) => one.trace);
  const isWithin = traces.every((one) => one === trace);
  return {
    trace, request: request.number, handler: request.handler, ...(!isWithin && { traces }), window,
    sites: operations.map(({ site }) => site), statements: operations.map(({ statement }) => statement),
  };
};

const isolationOf = ({ transaction, isolation }) => (transaction === undefined ? 'none' : isolation ?? 'unknown');

function candidateOf(trace, { cause, refused, change, model, needs }) {
  const { store, effects, site } = change.write;
  const effect = effects.find(({ class: kind }) => kind !== 'R');
  const ofCause = { check: change.check ?? change.write, write: change.write };
  const read = refused.operations.find((one) => sees(one, change.write));
  const ofRefused = model ?? { check: read, write: read };
  // The one that is held has a check before its change.
  const isCauseHeld = change.check !== undefined;
  const sides = [sideOf(trace, cause, ofCause), sideOf(trace, refused, ofRefused)];
  const [first, second] = isCauseHeld ? sides : sides.reverse();
  return {
    id: idOf(WHY, cause.handler, refused.handler, site), pattern: 'P1', rank: RANK, why: [WHY],
    same: false, first: { ...first, hold: first.window[1] }, second,
    order: [['first', first.window[0]], ...second.window.map((one) => ['second', one]), ['first', first.window[1]]],
    store, table: effect.table, keys: effect.keys ?? {}, columns: effect.columns ?? [],
    transaction: isolationOf(change.write),
    needs: isCauseHeld ? { first: [], second: needs } : { first: needs, second: [] }, examples: 1,
  };
}

// Later requests first: the latest change is the likeliest cause.
function* causesOf(refused, { recording, requests }) {
  const earlier = requests.filter(({ number }) => number < refused.number).reverse();
  const handlers = new Set();
  const model = modelOf(refused, requests);
  for (const cause of earlier) {
    const isOne = isSuccess(cause) && !isReading(cause) && !handlers.has(cause.handler);
    if (!isOne || (cause.handler === refused.handler && sameSent(cause, refused))) continue;
    const change = changeIn(cause, refused, requests);
    const isCause = change && (change.check || model) && !(isGone(refused) && !namesRow(change.write));
    const needs = isCause ? needsOf(recording, recording.requests.get(cause.number), refused) : undefined;
    if (needs === undefined) continue;
    handlers.add(cause.handler);
    yield { cause, refused, change, model, needs };
    if (handlers.size === MOST_CAUSES) return;
  }
}

// A row that is not there, or is marked as deleted. Many a test asks for one that never was.
const isGone = ({ status }) => status === 404;
const namesRow = ({ effects }) => effects.some(({ class: kind, keys = {} }) => kind !== 'R' && Object.keys(keys).length > 0);

const mayBeTried = (request) => (mayBeLimit(request) || isGone(request)) && !isReading(request)
  && !request.operations.some(hasChanged) && request.operations.length > 0;

// Requests of two processes may have the same number.
const pairOf = ({ first, second }) => [first, second].map(({ trace, request }) => `${trace}:${request}`).sort().join();

/**
 * Returns candidates of refused requests in `recordings`, but of pairs that one of the `known` candidates has.
 * `handlers` narrows them.
 */
function afterRefusals(recordings, known, handlers) {
  const pairs = new Set(known.map(pairOf));
  const isWanted = ({ first, second }) =>
    handlers === undefined || handlers.includes(first.handler) || handlers.includes(second.handler);
  const found = new Map();
  for (const own of rootsOf(recordings)) {
    for (const refused of own.requests.filter(mayBeTried)) {
      for (const one of causesOf(refused, own)) {
        const candidate = candidateOf(own.trace, one);
        const isNew = !pairs.has(pairOf(candidate)) && !found.has(candidate.id);
        if (isNew && isWanted(candidate)) found.set(candidate.id, candidate);
      }
    }
  }
  return [...found.values()].slice(0, MOST);
}

module.exports = { afterRefusals };
