'use strict';
// Names what a forced order lost that no serial order loses.
const { isDeepStrictEqual: same } = require('node:util');

const { countOf, partBy } = require('../../analysis/counts.js');
const { withoutPattern } = require('../../analysis/name-patterns.js');
const { hasNewWord, isNewWord, plainWords } = require('../../analysis/new-word.js');
const { saysError } = require('../../analysis/says-error.js');
const { SIDES } = require('../../trace/protocol.js');
const { statementKind } = require('../../trace/statement-kind.js');
const { bothAct, isDoneTwice } = require('./acts.js');
const { bothConsume, deletesOnly, isGiven, isRemoval } = require('./consumed.js');
const { isRefused, isSuccess, namedLimit } = require('../recording/answers.js');
const { onlyReads, onlyRemoves } = require('./meant.js');
const { mixedAnswers } = require('./mixed-answers.js');
const { MEMORY } = require('../recording/probes.js');
const { isWrite, wroteRows } = require('../recording/writing.js');

// GraphQL tells of errors with status 200.
const succeeds = (response) => isSuccess(response) && !saysError(response.body);
const successes = ({ responses }) => SIDES.filter((who) => succeeds(responses[who])).length;

function serverError(forced, all) {
  const who = SIDES.find((name) => forced.responses[name].status >= 500 &&
    all.every((run) => run.responses[name].status < 500));
  if (!who) return undefined;
  const { status, failed = [] } = forced.responses[who];
  return { kind: 'error', who, status, code: failed.at(-1) };
}

/** Returns the rows of `rows` that are not in `others`, as often as they are missing there. */
const without = (rows, others) => partBy(countOf(others), rows).beyond;

// Without generated values, so that two rows of one user and one coupon are equal though their ids differ.
const bare = (row) => JSON.stringify(JSON.parse(row, (key, value) => (isNewWord(value) ? undefined : value)));

// Returns those that are missing among the others, where such values are equal.
const withoutLike = (rows, others) => partBy(countOf(others.map(bare)), rows.map(bare)).beyond;

function duplicates(table, now, then) {
  const counts = countOf(now.map(bare));
  const most = then.map((rows) => countOf(rows.map(bare)));
  for (const [row, count] of counts) {
    const allowed = Math.max(...most.map((list) => list.get(row) ?? 0));
    if (count > 1 && count > allowed && row !== '{}') return { kind: 'duplicate', table, row, count, allowed };
  }
  return undefined;
}

const keyOf = (row, primary) => JSON.stringify((primary ?? []).map((column) => JSON.parse(row)[column]));

function differingColumns(a, b) {
  const [x, y] = [JSON.parse(a), JSON.parse(b)];
  return Object.keys({ ...x, ...y }).filter((name) => !same(x[name], y[name])).length;
}

function twin(row, candidates, primary) {
  if (primary) return candidates.find((other) => keyOf(other, primary) === keyOf(row, primary));
  const byLikeness = candidates.map((other) => ({ other, differs: differingColumns(row, other) }));
  byLikeness.sort((a, b) => a.differs - b.differs);
  const best = byLikeness[0];
  return best && best.differs < Object.keys(JSON.parse(row)).length ? best.other : undefined;
}

// A row that is in every serial outcome, with other values.
function lostUpdate({ table, now, then, primary }) {
  const strange = then.reduce((rows, serial) => rows.filter((row) => without([row], serial).length > 0), now);
  for (const row of strange) {
    // Rows with generated keys look alike: the one that is missing now is meant.
    const twins = then.map((rows) => twin(row, without(rows, now), primary) ?? twin(row, rows, primary));
    if (twins.some((other) => other === undefined)) continue;
    return { kind: 'lost update', table, row, serial: twins };
  }
  return undefined;
}

// A row whose id belongs to another request than in the serial orders is not missing.
function missingOrBack({ table, now, then }) {
  const fewer = then.map((rows) => withoutLike(rows, now));
  if (fewer.every((rows) => rows.length > 0) && then.every((rows) => withoutLike(now, rows).length === 0)) {
    return { kind: 'lost row', table, row: fewer[0][0] };
  }
  const missing = then.map((rows) => without(rows, now));
  const extra = then.map((rows) => without(now, rows));
  if (extra.every((rows) => rows.length > 0)) return { kind: 'extra row', table, row: extra[0][0] };
  if (missing.every((rows) => rows.length > 0)) return { kind: 'lost row', table, row: missing[0][0] };
  return undefined;
}

/** Returns the primary key of the table "store table" in an outcome, or undefined. */
function primaryOf(forced, name) {
  for (const [store, tables] of Object.entries(forced.states.after ?? {})) {
    const table = Object.keys(tables).find((one) => `${store} ${one}` === withoutPattern(name));
    if (table !== undefined) return tables[table].primary;
  }
  return undefined;
}

// Returns whether the row, or one with its key, was there before both requests.
const wasThere = ({ row }, { before, primary }) => before.some((other) => (
  primary ? keyOf(other, primary) === keyOf(row, primary) : other === row));

const plainRows = (rows = []) => rows.map(plainWords).sort();

const tablesApart = (then) => Object.keys(then[0])
  .filter((name) => !then.every((state) => same(state[name], then[0][name])));

// Returns whether the rows are those of a serial order, and only belong to others.
const isJoin = (name, { now, then }) => then.some((state) => same(plainRows(state[name]), plainRows(now[name])));

function stateLoss(forced, { before = {}, now, then }, deletes) {
  // The table on which the two meet tells more than those that they change besides, such as a log.
  const isMeeting = (name) => withoutPattern(name).endsWith(` ${forced.table}`);
  const names = Object.keys(now).filter((name) => !then.some((state) => same(state[name], now[name])))
    .sort((one, other) => isMeeting(other) - isMeeting(one));
  // Tables may each be as in one order, and together as in none.
  const isMixed = names.length === 0 && !then.some((state) => same(state, now));
  if (isMixed) return { kind: 'mixed state', tables: Object.keys(now) };
  const parts = names.map((table) => ({
    table, now: now[table], then: then.map((state) => state[table] ?? []), before: before[table] ?? [],
    primary: primaryOf(forced, table),
  }));
  const looks = [
    (part) => duplicates(part.table, part.now, part.then),
    lostUpdate,
    (part) => {
      const loss = missingOrBack(part);
      const isBack = loss?.kind === 'extra row' && deletes.has(withoutPattern(part.table)) && wasThere(loss, part);
      return isBack ? { ...loss, kind: 'resurrected' } : loss;
    },
  ];
  const areJoins = names.length > 0 && names.every((name) => isJoin(name, { now, then }));
  for (const look of looks.slice(0, areJoins ? 2 : looks.length)) {
    for (const part of parts) {
      const loss = look(part);
      if (loss) return loss;
    }
  }
  if (areJoins) return { kind: 'mixed state', tables: tablesApart(then) };
  return names.length > 0 ? { kind: 'other state', tables: names } : undefined;
}

const omit = (object = {}, name) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
const isMemory = (table) => table.startsWith(`${MEMORY} `);
const hasMemory = (tables = {}) => Object.keys(tables).some(isMemory);
const inStores = (tables) => Object.fromEntries(Object.entries(tables).filter(([table]) => !isMemory(table)));

const withoutMemory = (outcome) => {
  const { states } = outcome;
  return { ...outcome, states: { ...states, after: omit(states.after, MEMORY) } };
};

// Each row is as in a serial order but for its ids, and some belong to others: a line to the order of another customer.
function joinLoss(forced, all, { fits }) {
  const rowsOnly = (outcome) => ({ ...withoutMemory(outcome), responses: {} });
  if (fits(rowsOnly(forced), all.map(rowsOnly))) return undefined;
  const tables = Object.entries(rowsOnly(forced).states.after).flatMap(([store, own]) =>
    Object.entries(own).filter(([, { rows }]) => rows.length > 0).map(([table]) => `${store} ${table}`));
  return { kind: 'mixed state', tables };
}

// Both succeeded, and a later request reads what one of both alone leaves behind. Other answers may be of harmless
// orders: a log, or how many requests are under way.
function memoryLoss(forced, { AB, BA }, { view, rough }) {
  if (SIDES.some((who) => !isSuccess(forced.responses[who]))) return undefined;
  const now = view(forced).states.after;
  for (const table of Object.keys(now).filter(isMemory)) {
    const then = [...AB, ...BA].map((run) => view(run).states.after[table]);
    const alone = [...AB, ...BA].map((run) => rough(run).states.middle[table]);
    const isAlone = alone.some((rows) => same(rows, rough(forced).states.after[table]));
    const isSerial = then.some((rows) => same(rows, now[table]));
    const name = table.slice(MEMORY.length + 1);
    const loss = isAlone && !isSerial ? lostUpdate({ table: name, now: now[table], then }) : undefined;
    if (loss) return loss;
  }
  return undefined;
}

// In each serial order what was read is gone by then, as a session that was ended: that the answer tells.
function keptWhereGone({ table, now: [row], then }) {
  const serial = then.map(([other]) => other);
  const isGone = serial.every((other) => other !== undefined && isRefused(JSON.parse(other)));
  return isGone ? { kind: 'lost update', table, row, serial, columns: ['status'] } : undefined;
}

// A later request gets what one of both has read, and in each serial order what the other one has changed.
function keptLoss(forced, all, { view }) {
  const { responses, states } = view(forced);
  const kept = responses[forced.mayKeep];
  if (!kept || SIDES.some((who) => !isSuccess(responses[who]))) return undefined;
  for (const table of Object.keys(states.after).filter(isMemory)) {
    const now = states.after[table];
    const then = all.map((run) => view(run).states.after[table]);
    const isKept = now.some((row) => same(JSON.parse(row).body, kept.body));
    if (!isKept || then.some((rows) => same(rows, now))) continue;
    const about = { table: table.slice(MEMORY.length + 1), now, then };
    const loss = lostUpdate(about) ?? keptWhereGone(about);
    if (loss) return loss;
  }
  return undefined;
}

// Both were answered as if each had been the only one, and the state does not show it.
function moreSuccesses(forced, all) {
  const count = successes(forced);
  const most = Math.max(...all.map(successes));
  return count > most ? { kind: 'double use', count, most } : undefined;
}

const QUERY = / query\b/; // of GraphQL, in the name of a handler

// A request that only reads. What it shows of new rows, in one list and not in another, does not change them.
function isReader(forced, who) {
  const { operations = [], handlers = {} } = forced;
  const own = operations.filter((operation) => operation.who === who);
  return onlyReads(forced, who) || QUERY.test(handlers[who])
    || (own.length > 0 && own.every(({ statement = '' }) => statementKind(statement) === 'R'));
}

function withoutAnswers(outcome, readers) {
  const responses = { ...outcome.responses };
  for (const who of readers) responses[who] = { status: responses[who].status };
  return { ...outcome, responses };
}

/**
 * Returns the verdict on a forced run that equals no serial run: {verdict: 'race', kind, ...}, {verdict: 'stale'} if
 * nothing but an answer differs, or {verdict: 'fine'} if only what is shown of the memory does, and nothing is lost.
 * `compare` is from comparer().
 */
function lossOf(forced, serial, compare) {
  const all = [...serial.AB, ...serial.BA];
  const error = serverError(forced, all);
  if (error) return { verdict: 'race', ...error };
  const readers = SIDES.filter((who) => isReader(forced, who));
  const stateOf = (run) => compare.view(withoutAnswers(run, readers)).states;
  const { before, after } = stateOf(forced);
  const now = inStores(after);
  const then = all.map((run) => inStores(stateOf(run).after));
  const twice = forced.ofChains ? undefined : moreSuccesses(forced, all); // both have the answer to their request
  const deletes = new Set(forced.deletes);
  const inState = stateLoss(forced, { before, now, then }, deletes) ?? joinLoss(forced, all, compare);
  if (twice && (inState || hasEffect(forced, compare))) return { verdict: 'race', ...twice, state: inState };
  if (inState && inState.kind !== 'duplicate' && isDoneTwice(forced, all)) {
    return { verdict: 'race', kind: 'double use', count: 2, most: 1, isDone: true, state: inState };
  }
  if (inState) return { verdict: 'race', ...inState };
  const inMemory = memoryLoss(forced, serial, compare) ?? keptLoss(forced, all, compare);
  if (inMemory) return { verdict: 'race', ...inMemory };
  const mixed = mixedAnswers(forced, all, compare.view);
  if (mixed) return { verdict: 'race', ...mixed };
  const inVain = lostSuccess(forced, all.filter((run) => same(inStores(stateOf(run).after), now)));
  if (inVain) return { verdict: 'race', ...inVain };
  if ([bothAct, bothConsume].some((isSuch) => isSuch(forced, all, compare.view))) return { verdict: 'race', kind: 'double use', count: 2, most: 1 };
  // A later request shows another order than the serial ones, and nothing that is lost.
  const isOnlyMemory = compare.fits(withoutMemory(forced), all.map(withoutMemory));
  return isOnlyMemory ? { verdict: 'fine', as: 'AB' } : { verdict: 'stale', kind: 'stale answer' };
}

/** Returns the loss if in each serial order one request is told of a limit, and in the forced one both pass it. */
function passedLimit(forced, all) {
  const answersOf = ({ responses }) => SIDES.map((who) => responses[who]);
  const limits = all.map((run) => answersOf(run).map(namedLimit).find(Boolean));
  const passing = new Set(all.flatMap(answersOf).filter((one) => !namedLimit(one)).map(({ status }) => status));
  const passes = (answer) => !namedLimit(answer) && passing.has(answer.status);
  if (limits.includes(undefined) || !answersOf(forced).every(passes)) return undefined;
  return { kind: 'limit', ...limits[0] };
}

// To be told twice that a row is deleted is no harm, and neither is an answer to a request that only reads.
function hasEffect(forced, { view }) {
  const { operations = [], handlers = {}, isInMemory = false, isOnce = false } = forced;
  return SIDES.every((who) => {
    if (onlyReads(forced, who) || onlyRemoves(forced, who)) return false;
    if (isOnce) {
      const given = view(forced);
      return hasNewWord(JSON.stringify(given.responses[who].body)) || isGiven(forced, given, who);
    }
    if (isInMemory) return true; // which is not recorded
    const own = operations.filter((operation) => operation.who === who);
    const isSql = own.some(({ statement }) => /\s/.test(statement ?? ''));
    return isSql ? wroteRows(own) : !(deletesOnly(forced, own) && isRemoval(handlers[who]));
  });
}

// A request was answered as done, but the state is only that of orders in which it is refused. Its statement may have
// found no row any more, which the program does not look at.
function lostSuccess(forced, alike) {
  const { operations = [], responses } = forced;
  const wasRefused = (who) => alike.length > 0 && alike.every((run) => isRefused(run.responses[who]));
  const who = SIDES.find((one) => isSuccess(responses[one]) && wasRefused(one) && !onlyReads(forced, one)
    && operations.some((operation) => operation.who === one && isWrite(operation)));
  return who && { kind: 'lost success', who };
}

module.exports = { hasMemory, inStores, lossOf, passedLimit, primaryOf, serverError, stateLoss };
