'use strict';
// Candidates of messages that overtake what their sender does after it has sent them: it publishes an event and then
// inserts the row, or commits the transaction with it, and a consumer that is fast does not find the row. Each of the
// two orders is one of whole branches, so the analysis has no window for it. A call that nobody waits for is one, too.
// A call that takes back another one, which its sender has given up, may overtake that one.
const { MESSAGE } = require('../../trace/protocol.js');
const { Causes } = require('../recording/causes.js');
const { effectsMeet, isWrite } = require('../recording/conflicts.js');
const { callsGivenUp } = require('../recording/given-up.js');
const { idOf } = require('../recording/ids.js');
const { canBeHeld, hasEffects, placedIn, startOf, startedOf } = require('../recording/placed.js');
const { ofQueues } = require('../recording/queues.js');

const PATTERN = 'overtakes';
const PATTERN_GIVEN_UP = 'given up';
const RANK = 0.6;
const RANK_OF_CALLS = 0.5; // many a caller waits for the answer before it goes on
const MOST = 12;
const MOST_TABLES = 2; // of one message
const MOST_STATEMENTS = 256; // of its sender
const MOST_CALLERS = 64;
const WHY = {
  [PATTERN]: 'is dealt with before what its sender does after it',
  [PATTERN_GIVEN_UP]: 'is dealt with before a call that its sender has given up',
};

const writesOf = ({ effects = [] }) => effects.filter(isWrite);

// The effects that others see from an operation on: at the end of a transaction all that it has written.
function changesAt({ recording, operation }) {
  const { effects = [], transaction, request } = operation;
  if (effects.length > 0 || !recording.committed.has(transaction)) return writesOf(operation);
  const { operations } = recording.requests.get(request);
  const own = operations.filter((one) => one.transaction === transaction);
  return own.at(-1) === operation ? own.flatMap(writesOf) : [];
}

const inOrder = (a, b) => startOf(a) - startOf(b) || a.operation.operation - b.operation.operation;

const isWithin = (from, until) => ({ operation: { t, end = t } }) => end >= from && t < until;
const isSeen = (one) => canBeHeld(one) && (hasEffects(one) || changesAt(one).length > 0);

// When the answer to a call came that its sender may have waited for, else Infinity. A sender that was answered before
// that did not.
function endOf(id, causes) {
  const { place: { recording, request } } = causes.senderOf(id);
  const heard = causes.isCall(id) ? recording.heard.get(id) ?? Infinity : Infinity;
  return request.t + request.ms < heard ? Infinity : heard;
}

/**
 * Returns what the sender of the message `id` does after it, in order: of a service also what its callers do. Nothing
 * says that it comes before the work on the message. A statement that was on its way does not, either. A call that is
 * waited for is over with its answer.
 */
function laterOf(id, causes) {
  const later = [];
  const sent = causes.senderOf(id);
  const until = endOf(id, causes);
  if (until < Infinity) later.push(...placedIn(sent.place).filter(isWithin(sent.t, until)));
  else {
    let [place, from, via] = [sent.place, sent.t, id];
    for (let i = 0; place && i < MOST_CALLERS; i++) {
      later.push(...placedIn(place).filter(isWithin(from, Infinity)));
      const calls = causes.callsOf(place, from).filter((call) => call !== via); // what that did is partly earlier
      later.push(...causes.causedBy(calls, { byCalls: true }).flatMap(placedIn));
      via = place.request.call;
      [place, from] = causes.isCall(via) ? [causes.senderOf(via).place, causes.senderOf(via).t] : [];
    }
  }
  return [...new Map(later.map((one) => [one.operation, one])).values()]
    .filter(isSeen).sort(inOrder).slice(0, MOST_STATEMENTS);
}

// {write, look, effect}: the first later statement on each table that changes what the consumer looks at.
function* meetings(later, work) {
  const tables = new Set();
  for (const write of later) {
    for (const effect of changesAt(write)) {
      const table = `${write.operation.store} ${effect.table}`;
      if (tables.has(table)) continue;
      const look = work.find(({ operation: { store, effects = [] } }) => (
        store === write.operation.store && effects.some((one) => effectsMeet(one, effect))));
      if (look === undefined) continue;
      tables.add(table);
      yield { write, look, effect };
      if (tables.size === MOST_TABLES) return;
    }
  }
}

const placeOf = ({ trace, operation: { operation } }) => ({ trace, operation });

function sideOf({ trace, request }, operations, { trace: own, operation: { operation, site, statement } }) {
  return {
    trace, request: request.number, handler: request.handler, operations: operations.map(placeOf),
    window: [operation], traces: [own], sites: [site], statements: [statement],
  };
}

function candidateOf(root, consumer, { pattern, later, work, write, look, effect, isCall }) {
  const writer = { trace: write.trace, request: write.recording.requests.get(write.operation.request) };
  const first = sideOf(writer, later, write);
  const second = sideOf(consumer, work, look);
  const { site, statement } = write.operation;
  return {
    id: idOf(pattern, root.request.handler, first.handler, second.handler, site ?? statement, second.sites[0]),
    pattern, overtakes: true, rank: isCall ? RANK_OF_CALLS : RANK, why: [WHY[pattern]], same: false,
    first: { ...first, hold: write.operation.operation }, second,
    order: [['second', look.operation.operation], ['first', write.operation.operation]],
    store: write.operation.store,
    of: { handler: root.request.handler, trace: root.trace, request: root.request.number }, table: effect.table, keys: effect.keys ?? {}, columns: effect.columns ?? [], transaction: 'unknown',
    needs: { first: [], second: [] }, examples: 1,
    // In the recording the consumer looked when that was done.
    wasLater: startOf(look) >= startedOf(write.recording) + write.operation.end,
  };
}

// [pattern, statements]: what may come later than the work on the message `id`.
function* laterThan(id, causes) {
  yield [PATTERN, laterOf(id, causes)];
  for (const call of callsGivenUp(id, causes)) {
    const later = causes.causedBy([call], { byCalls: true }).flatMap(placedIn).filter(isSeen).sort(inOrder);
    yield [PATTERN_GIVEN_UP, later.slice(0, MOST_STATEMENTS)];
  }
}

// Candidates of one message, and of one of its consumers.
function* ofMessage(consumer, root, causes, isOfQueue) {
  const id = consumer.request.call;
  const of = (caused) => caused.flatMap(placedIn).filter(hasEffects);
  // Several consumers may get it: each is one of its own.
  const work = of(causes.causedByRequest(consumer)).filter((one) => !isOfQueue(one)).sort(inOrder);
  if (!work.every(canBeHeld)) return;
  const all = new Set(of(causes.causedBy([id])).map(({ operation }) => operation));
  for (const [pattern, statements] of laterThan(id, causes)) {
    const later = statements.filter((one) => !all.has(one.operation) && !isOfQueue(one));
    for (const meeting of meetings(later, work)) {
      // The call that is refused may look at the same rows, and is not held up: without it there is no B.
      const own = pattern === PATTERN_GIVEN_UP ? later.slice(later.indexOf(meeting.write)) : later;
      yield candidateOf(root, consumer, { ...meeting, pattern, later: own, work, isCall: causes.isCall(id) });
    }
  }
}

/** Returns such candidates in `recordings`. `handlers` narrows them. */
function overtaking(recordings, handlers) {
  const causes = new Causes(recordings);
  const roots = new Map(causes.all.filter(({ request }) => request.call === undefined && request.method !== MESSAGE)
    .map((place) => [place.request.flow, place]));
  const found = new Map();
  const isOfQueue = ofQueues(recordings);
  for (const consumer of causes.all) {
    const root = roots.get(consumer.request.flow);
    if (root === undefined || causes.senderOf(consumer.request.call) === undefined) continue;
    for (const candidate of ofMessage(consumer, root, causes, isOfQueue)) {
      const isWanted = handlers === undefined || [candidate.of, candidate.first, candidate.second]
        .some(({ handler }) => handlers.includes(handler));
      if (isWanted && !found.has(candidate.id)) found.set(candidate.id, candidate);
    }
  }
  return [...found.values()].slice(0, MOST);
}

module.exports = { overtaking };
