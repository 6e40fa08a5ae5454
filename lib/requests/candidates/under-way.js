'use strict';
// Candidates of a request that comes while the messages of another one are on their way: an order is answered, a worker
// takes the payment later, and the client cancels in between. The second request needs the answer to the first one, so
// the analysis takes it to be after all that the first one causes. It may be done before a consumer begins, which is
// one by one, too, but not between the consumer's check and change, nor the consumer between its own.
const { MESSAGE } = require('../../trace/protocol.js');
const { isReading } = require('../recording/answers.js');
const { Causes } = require('../recording/causes.js');
const { hasChanged, sees } = require('../recording/conflicts.js');
const { sourcesOf } = require('../recording/counterparts.js');
const { idOf } = require('../recording/ids.js');
const { canBeHeld, hasEffects, placedIn, startOf } = require('../recording/placed.js');
const { ofQueues } = require('../recording/queues.js');

const PATTERN = 'under way';
const WHY = 'comes while the messages of the other are on their way';
const RANK = 0.45;
const MOST = 8;
const MOST_WORKS = 3; // of two requests

// Yields the work of each consumer, and the first change in it that the other request looks at.
function* worksOf(sender, looks, { causes, isOfQueue }) {
  for (const consumer of causes.causedByRequest(sender)) {
    if (consumer.request.method !== MESSAGE) continue;
    const work = placedIn(consumer).filter((one) => hasEffects(one) && !isOfQueue(one));
    if (!work.every(canBeHeld)) continue;
    for (const look of looks) {
      const write = work.find(({ operation }) => sees(look.operation, operation));
      if (write === undefined || startOf(write) > startOf(look)) continue;
      yield { consumer, begin: work[0], write, look };
      break;
    }
  }
}

const step = (who, { trace, operation: { operation } }, isAfter) => [who, operation, trace, isAfter];
const sideOf = ({ trace, request }, operations) => ({
  trace, request: request.number, handler: request.handler, traces: operations.map((one) => one.trace),
  window: operations.map(({ operation }) => operation.operation),
  sites: operations.map(({ operation }) => operation.site),
  statements: operations.map(({ operation }) => operation.statement),
});

function candidateOf(sender, later, { begin, write, look }, needs) {
  const { effects, site, statement, transaction, isolation } = write.operation;
  const effect = effects.find((one) => one.class !== 'R');
  const first = sideOf(sender, [begin, write]);
  const second = sideOf(later, [look, look]);
  const starts = [step('first', begin), step('second', look)];
  const orders = [[...starts, step('first', begin), step('second', look, true)]];
  if (begin !== write) orders.push([...starts, step('first', write)]);
  return {
    id: idOf(PATTERN, first.handler, second.handler, site ?? statement, second.sites[0]),
    pattern: PATTERN, rank: RANK, why: [WHY], same: false,
    first: { ...first, hold: begin.operation.operation }, second,
    order: [['second', look.operation.operation], ['first', write.operation.operation]],
    before: [...starts, step('first', begin)], orders,
    store: write.operation.store, table: effect.table, keys: effect.keys ?? {}, columns: effect.columns ?? [],
    transaction: transaction === undefined ? 'none' : isolation ?? 'unknown', needs: { first: [], second: needs }, examples: 1,
  };
}

// The second one needs the first one: by a value of its answer, or by a row that it inserts.
function needsOf({ recording, request }, later, look) {
  const [source, ...others] = sourcesOf(recording, request, later.request);
  if (source === request.number) return others;
  const inserts = request.operations.some((one) => (one.effects ?? []).some((effect) => effect.class === 'A')
    && sees(look.operation, one));
  return inserts ? [source, ...others].filter((one) => one !== undefined) : undefined;
}

// It goes on after its look, or was refused by what it saw.
const mayGoOn = ({ request }) => !isReading(request) && request.response !== undefined
  && (request.operations.some(hasChanged) || request.status >= 400);

/** Returns such candidates in `recordings`. `handlers` narrows them. */
function underWay(recordings, handlers) {
  const causes = new Causes(recordings);
  const isOfQueue = ofQueues(recordings);
  const roots = causes.all.filter(({ request }) => request.call === undefined && request.method !== MESSAGE);
  const isWanted = (...places) => handlers === undefined
    || places.some(({ request }) => handlers.includes(request.handler));
  const found = new Map();
  for (const later of roots.filter(mayGoOn)) {
    const own = causes.causedByRequest(later).flatMap(placedIn);
    const looks = own.filter((one) => hasEffects(one) && canBeHeld(one) && !isOfQueue(one));
    for (const sender of roots) {
      const isEarlier = sender.recording === later.recording && sender.request.number < later.request.number;
      if (!isEarlier || !isWanted(sender, later)) continue;
      for (const work of [...worksOf(sender, looks, { causes, isOfQueue })].slice(0, MOST_WORKS)) {
        const needs = needsOf(sender, later, work.look);
        const candidate = needs && candidateOf(sender, later, work, needs);
        if (candidate && !found.has(candidate.id)) found.set(candidate.id, candidate);
      }
    }
  }
  return [...found.values()].slice(0, MOST);
}

module.exports = { underWay };
