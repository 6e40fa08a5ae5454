'use strict';
// Candidates of two single statements that overlap: neither sees what the other one has not committed yet. Each looks
// at rows and changes others, such as INSERT ... SELECT ... WHERE NOT EXISTS. To the database a statement outside of a
// transaction is one that commits at once. A proof sends it between BEGIN and COMMIT, and holds the COMMIT.
const { isDeepStrictEqual: same } = require('node:util');

const { counterpart, needsOf, sameSent } = require('../recording/counterparts.js');
const { effectsMeet, hasChanged, isWrite, sees } = require('../recording/conflicts.js');
const { idOf } = require('../recording/ids.js');
const { keysIn, lastSuccesses } = require('./last-success.js');

const RANK = 0.55;
const OVERLAP = 'overlap';
const MOST = 20; // pairs of different statements
const DIALECTS = new Set(['postgres', 'mysql']);
// A driver of another package has no function yet that begins a transaction around a statement.
const APIS = /^(?:pg|mysql2)\./;

// The row that a statement changes is locked, and looked at again when the lock is there. An upsert looks by the unique
// key of the row that it adds, and the index guards that.
function isGuarded(read, effects) {
  const alike = effects.filter((one) => isWrite(one) && one.table === read.table && read.keys !== undefined);
  const hasKeys = ({ keys = {} }) => Object.entries(read.keys).every(([column, values]) => same(keys[column], values));
  return alike.some((one) => hasKeys(one) && (one.class !== 'A' || read.unique === true));
}

// The effects of a statement that looks at rows beyond those that it locks.
const looksIn = (effects) => effects.filter((one) => one.class === 'R' && !isGuarded(one, effects));

function isOverlapping(operation) {
  const { transaction, dialect, api, turn, effects = [], inside = [] } = operation;
  const isSingle = transaction === undefined && turn === undefined && inside.length === 0;
  return isSingle && DIALECTS.has(dialect) && APIS.test(api) && hasChanged(operation) && looksIn(effects).length > 0;
}

const onLooks = (operation) => ({ ...operation, effects: [
  ...looksIn(operation.effects), ...operation.effects.filter(isWrite)] });

// Each looks at what the other one changes.
const meet = (one, other) => sees(onLooks(one), other) && sees(onLooks(other), one);

function tableOf(one, other) {
  const writes = other.effects.filter(isWrite);
  return (looksIn(one.effects).find((read) => writes.some((write) => effectsMeet(read, write))) ?? writes[0]).table;
}

function candidateOf(trace, first, second, needs) {
  const sideOf = ({ request: { number, handler }, operation: { operation, site, statement } }) => (
    { trace, request: number, handler, window: [operation, operation], sites: [site], statements: [statement] });
  const [one, other] = [first.operation, second.operation];
  const table = tableOf(one, other);
  const isCopy = first.request === second.request;
  const held = ['first', one.operation, trace, OVERLAP];
  return {
    id: idOf(OVERLAP, first.request.handler, second.request.handler, one.site, other.site, isCopy),
    pattern: OVERLAP, rank: RANK, why: ['single statements look before they change'],
    same: isCopy, first: { ...sideOf(first), hold: one.operation }, second: sideOf(second),
    order: [['first', one.operation], ['second', other.operation], ['first', one.operation]],
    orders: [[held, ['second', other.operation, trace], held]],
    store: one.store, table, keys: keysIn(one.effects, table), columns: [], transaction: 'none',
    needs: { first: [], second: needs }, examples: 1,
  };
}

// The next request of the handler that sends something else and does the same: the second of two users.
function nextAfter(recording, { request, operation }) {
  const later = [...recording.requests.values()].find((one) => (
    one.number > request.number && one.handler === request.handler && !sameSent(one, request)
    && counterpart(recording, one, operation.operation) !== undefined));
  const its = later && recording.operations.get(counterpart(recording, later, operation.operation));
  const needs = its && meet(onLooks(operation), onLooks(its)) ? needsOf(recording, request, later) : undefined;
  return needs && { request: later, operation: its, needs };
}

function candidatesIn(recording, trace, isWanted) {
  const all = lastSuccesses(recording, isOverlapping).filter(({ request }) => isWanted(request));
  const own = all.flatMap((one) => {
    const next = nextAfter(recording, one);
    const copy = meet(one.operation, one.operation) ? [candidateOf(trace, one, one, [])] : [];
    return next ? [...copy, candidateOf(trace, one, next, next.needs)] : copy;
  });
  const others = all.flatMap((one) => all.flatMap((other) => {
    if (one.request.number >= other.request.number || !meet(one.operation, other.operation)) return [];
    const needs = needsOf(recording, one.request, other.request);
    return needs ? [candidateOf(trace, one, other, needs)] : [];
  }));
  return [...own, ...others.slice(0, MOST)];
}

/** Returns candidates of single statements that overlap in `recordings`; `handlers` narrows them. */
function overlapping(recordings, handlers) {
  const isWanted = ({ handler }) => handlers === undefined || handlers.includes(handler);
  return recordings.flatMap((recording, trace) => (
    recording.isForeign ? [] : candidatesIn(recording, trace, isWanted)));
}

module.exports = { overlapping };
