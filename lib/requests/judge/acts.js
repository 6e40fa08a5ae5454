'use strict';
// Tells whether two requests did what each serial order lets only one of them do, where neither the statuses nor the
// state show it: a job that two workers got, an answer {"ok":false} with status 200.
const { isNothing, saysError } = require('../../analysis/says-error.js');
const { statementShape } = require('../../trace/places.js');
const { SIDES } = require('../../trace/protocol.js');
const { isSuccess } = require('../recording/answers.js');
const { onlyReads, onlyRemoves } = require('./meant.js');

/** Names a kind of operation: {site, api, statement}. */
const kindOf = ({ site, api, statement }) => JSON.stringify([site, api, statementShape(statement)]);

// Neither removes nor only reads: to be told twice that something is gone is no harm.
const isWrite = ({ class: kind }) => kind === 'W' || kind === 'A' || kind === 'U';

const IN_PART = 'in part'; // of a statement that also writes in its WITH

/**
 * Returns the kinds of those recorded operations that change what a store has: {kind: whether their rows are told}. The
 * answer to a command such as HSET is no count of the rows that it changes.
 */
function writesIn(operations) {
  const kinds = {};
  for (const operation of operations) {
    const writes = (operation.effects ?? []).filter(isWrite);
    const told = writes.filter(({ rows }) => rows !== undefined).length;
    if (writes.length > 0) kinds[kindOf(operation)] = told === writes.length || (told > 0 && IN_PART);
  }
  return kinds;
}

/** Returns whether `who` succeeded and made one of `writes`, as of writesIn(). */
function acts({ operations = [], responses }, who, writes) {
  const isDone = (one) => Object.hasOwn(writes, kindOf(one)) && !(writes[kindOf(one)] === true && one.rows === 0);
  const own = operations.filter((one) => one.who === who && one.failed === undefined);
  return isSuccess(responses[who]) && own.some(isDone);
}

const isObject = (value) => value !== null && typeof value === 'object';

const DONE = /^ok$|succe|accept|grant|allow|approv|claim|redeem|appl|reserv|book|paid|valid|verif|confirm/i;

// {"ok": true} and {"ok": false}; {"error": "used"} beside an answer without it.
function denies(body, given) {
  if (!isObject(body) || !isObject(given)) return false;
  if (saysError(body) && !saysError(given)) return true;
  return Object.keys(given).some((name) =>
    (DONE.test(name) && given[name] === true && body[name] === false) || denies(body[name], given[name]));
}

/** Returns whether an answer says that nothing was done, beside one that says that it was. */
function isRefusal(answer, given) {
  if (!isSuccess(answer)) return true;
  if (isNothing(answer.body) && !isNothing(given.body)) return true;
  if (answer.status >= 300 && answer.status === given.status) return answer.location !== given.location;
  return denies(answer.body, given.body);
}

// How many rows each kind of operation has changed; where that is not told, how many operations there were.
function changesIn({ operations = [] }, writes) {
  const counts = new Map();
  for (const one of operations) {
    const kind = kindOf(one);
    if (one.failed !== undefined || !SIDES.includes(one.who) || !Object.hasOwn(writes, kind)) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + (writes[kind] ? one.rows ?? 1 : 1));
  }
  return counts;
}

// Two workers that each take a part of a batch do together what one of them does alone.
function isShared(forced, serial, writes) {
  const changes = [...changesIn(forced, writes)];
  return serial.every((run) => {
    const known = changesIn(run, writes);
    return changes.every(([kind, count]) => count <= (known.get(kind) ?? 0));
  });
}

/**
 * Returns true if both requests of the forced run wrote and succeeded, together more than in each serial run, where one
 * of them did not write and was told so. `forced.writes`: writesIn() of both. `view` makes an outcome comparable.
 */
function bothAct(forced, serial, view) {
  const { writes = {} } = forced;
  const hasHarm = (who) => !onlyReads(forced, who) && !onlyRemoves(forced, who);
  if (!SIDES.every((who) => hasHarm(who) && acts(forced, who, writes))) return false;
  if (isShared(forced, serial, writes)) return false;
  const { responses: given } = view(forced);
  return serial.every((run) => {
    const { responses } = view(run);
    return SIDES.some((who) => !acts(run, who, writes) && isRefusal(responses[who], given[who]));
  });
}

/**
 * Returns true if both copies of a request wrote, and in each serial run one of them succeeded without that: what it
 * asks for was done already, as an idempotency key says.
 */
function isDoneTwice(forced, serial) {
  const { isCopy, writes = {} } = forced;
  if (!isCopy || onlyReads(forced, 'first')) return false;
  const actors = (run) => SIDES.filter((who) => acts(run, who, writes)).length;
  const isOneEnough = (run) => actors(run) === 1 && SIDES.every((who) => isSuccess(run.responses[who]));
  return actors(forced) === 2 && serial.every(isOneEnough);
}

/**
 * Returns true if `who` wrote nothing in the forced run and was told so by an answer that is no error, and did write in
 * serial runs: a worker that finds all jobs locked is told that there is none.
 */
function isTurnedAway(forced, serial, who, view) {
  const { writes = {} } = forced;
  if (onlyReads(forced, who) || !isSuccess(forced.responses[who])) return false;
  if (acts(forced, who, writes)) return false;
  const answer = view(forced).responses[who];
  const acting = serial.filter((run) => acts(run, who, writes));
  return acting.length > 0 && acting.every((run) => isRefusal(answer, view(run).responses[who]));
}

module.exports = { acts, bothAct, isDoneTwice, isRefusal, isTurnedAway, kindOf, writesIn };
