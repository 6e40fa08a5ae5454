'use strict';
// Candidates inside a function of the database that reads rows and changes them in a later statement. To the program it
// is one call, so nothing can be held there: a proof locks the tables against changes until both calls have read.
const { isSuccess } = require('../recording/answers.js');
const { idOf } = require('../recording/ids.js');

const RANK = 0.6;
const INSIDE = 'inside';

// The last request of each handler and call site that succeeds, before one that is refused there.
function chosen({ requests }) {
  const found = new Map();
  for (const request of requests.values()) {
    for (const operation of request.operations) {
      if (!(operation.inside?.length > 0)) continue;
      const key = `${request.handler} ${operation.site} ${operation.statement}`;
      const known = found.get(key);
      if (!isSuccess(request)) Object.assign(known ?? {}, { isOver: true });
      else if (!known?.isOver) found.set(key, { request, operation });
    }
  }
  return [...found.values()];
}

// Those by which the row is changed; of a row that is added, those by which others like it are looked for.
function keysIn(effects, table) {
  const named = effects.filter((one) => one.table === table && one.keys && one.class !== 'A');
  return (named.find((one) => one.class !== 'R') ?? named[0])?.keys ?? {};
}

function candidateOf(trace, { request, operation }) {
  const { number, handler } = request;
  const { operation: place, site, statement, store, inside, effects, transaction, isolation = 'read committed' } = operation;
  const side = { trace, request: number, handler, window: [place, place], sites: [site], statements: [statement] };
  const [table] = inside;
  return {
    id: idOf(INSIDE, handler, site, statement), pattern: INSIDE, rank: RANK, why: ['a function reads, then changes'],
    same: true, first: { ...side, hold: place }, second: side,
    order: [['first', place], ['second', place], ['first', place]],
    store, table, keys: keysIn(effects, table), columns: [],
    transaction: transaction === undefined ? 'none' : isolation,
    needs: { first: [], second: [] }, examples: 1, latch: { store, tables: inside },
  };
}

/** Returns candidates inside functions of the database in `recordings`; `handlers` narrows them. */
function insideFunctions(recordings, handlers) {
  return recordings.flatMap((recording, trace) => chosen(recording)
    .filter(({ request: { handler } }) => handlers === undefined || handlers.includes(handler))
    .map((one) => candidateOf(trace, one)));
}

module.exports = { insideFunctions };
