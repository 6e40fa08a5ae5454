'use strict';
// Candidates inside a function of the database that reads rows and changes them in a later statement. To the program it
// is one call, so nothing can be held there: a proof locks the tables against changes until both calls have read.
const { idOf } = require('../recording/ids.js');
const { keysIn, lastSuccesses } = require('./last-success.js');

const RANK = 0.6;
const INSIDE = 'inside';

const isInside = ({ inside }) => inside?.length > 0;

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
  return recordings.flatMap((recording, trace) => lastSuccesses(recording, isInside)
    .filter(({ request: { handler } }) => handlers === undefined || handlers.includes(handler))
    .map((one) => candidateOf(trace, one)));
}

module.exports = { insideFunctions };
