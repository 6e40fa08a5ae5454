'use strict';
// Decides what a forced order did, from the serial orders beside it (the oracle of docs/internals/request-proofs.md).
const { isDeepStrictEqual: same } = require('node:util');

const { withoutPattern } = require('../../analysis/name-patterns.js');
const { saysError } = require('../../analysis/says-error.js');
const { SIDES } = require('../../trace/protocol.js');
const { isTurnedAway } = require('./acts.js');
const { inOneOrder } = require('./added.js');
const { placeApart } = require('./apart.js');
const { isAlike } = require('./alike.js');
const { isRefused, isSuccess } = require('../recording/answers.js');
const { asDrawnIn } = require('./drawn.js');
const { overtaken } = require('./overtaken.js');
const { generatedKeys, masked, noiseOf } = require('./mask.js');
const { fromStart, nameOfCell, startsOf } = require('./starts.js');
const { usesUp } = require('./meant.js');
const { splitter, unstableTables } = require('./named-rows.js');
const { numberedIn } = require('./numbered.js');
const { hasMemory, inStores, lossOf, passedLimit, primaryOf } = require('./loss.js');
const { withoutTries } = require('./tried-again.js');
const { unnamedIn } = require('./unnamed.js');

const silentIn = ({ responses }) => SIDES.filter((who) => responses[who]?.status === undefined);

const equals = (a, b) => same(a.responses, b.responses) && same(a.states.after, b.states.after);

/**
 * Compares outcomes of the same kind. Returns a comparer: view(outcome) is its comparable form, fits(outcome, others)
 * whether it equals one of the others but for the ids of new rows, `noise` the paths that differ between equal runs,
 * `relative` the numbers that are compared by how far a run moves them (starts.js), `apart` a number that cannot be
 * compared, if there is one. `serial` is {AB, BA}, lists of outcomes of equal runs.
 */
function comparer(given, more = [], known = {}) {
  const unstable = known.noise ?? unstableTables(pairsOf(given));
  const split = remembered(splitter([...given.AB, ...given.BA], unstable));
  const starts = startsOf({ AB: given.AB.map(split), BA: given.BA.map(split) });
  const relative = known.relative ?? starts.relative;
  const reference = given.AB[0] && split(given.AB[0]);
  const own = remembered((outcome) => fromStart(split(outcome), reference, relative));
  const serial = { AB: given.AB.map(own), BA: given.BA.map(own) };
  const noise = known.noise ?? new Set([...unstable, ...noiseOf(pairsOf(serial))]);
  const keys = generatedKeys([...serial.AB, ...serial.BA, ...more.map(own)]);
  const view = (outcome) => masked(own(outcome), { noise, keys });
  const rough = (outcome) => masked(own(outcome), { noise, keys, coarse: true });
  const numbered = numberedIn(serial);
  const like = (outcome, others, unnamed) => (
    others.some((other) => isAlike(own(outcome), own(other), { noise, keys, numbered, unnamed })));
  const fits = (outcome, others) => like(outcome, others)
    || [...unnamedIn(serial, { noise, keys })].some((unnamed) => like(outcome, others, unnamed));
  const apart = [...starts.cells].find(([id, { path, isShared }]) => (
    starts.unknown.has(id) || (isShared && noise.has(path))))?.[1];
  return { view, rough, fits, noise, relative, apart };
}

// Pairs of equal runs.
const pairsOf = (serial) => Object.values(serial).flatMap((runs) => runs.slice(1).map((run) => [runs[0], run]));

// One outcome is compared with several others.
function remembered(make) {
  const made = new WeakMap();
  return (object) => {
    if (!made.has(object)) made.set(object, make(object));
    return made.get(object);
  };
}

/**
 * Returns why the serial runs cannot be trusted, or undefined: {reason, ...}. `recorded` has {status, body} by request,
 * `order` is the one in which they were recorded.
 */
function serialProblem(serial, recorded, order) {
  const [asRecorded] = serial[order];
  for (const who of SIDES) {
    const expected = recorded[who];
    if (expected?.status === undefined) continue; // the test ended the server before its answer was recorded
    const { status, body } = asRecorded.responses[who];
    if (expected.status !== status) return { reason: 'other answer', who, expected: expected.status, status };
    const isKnown = expected.body !== undefined; // else it was cut, or is no JSON
    if (isKnown && saysError(body) && !saysError(expected.body)) return { reason: 'error answer', who };
  }
  const { view, apart } = comparer(serial);
  for (const [name, runs] of Object.entries(serial)) {
    for (const run of runs.slice(1)) {
      const [one, other] = [view(runs[0]), view(run)];
      const about = { primaryOf: (table) => primaryOf(run, table), runs: [runs[0], run] };
      if (!equals(one, other)) return { reason: 'not repeatable', order: name, ...placeApart(one, other, about) };
    }
  }
  return apart && { reason: 'other start', ...nameOfCell({ ...apart, table: withoutPattern(apart.table) }) };
}

// Refused cleanly: the state is that of the other request alone, which the serial runs show after their first request.
function refusal(forced, serial, { rough, view }) {
  const all = [...serial.AB, ...serial.BA];
  const refused = SIDES.filter((who) => isRefused(forced.responses[who]) || isTurnedAway(forced, all, who, view));
  if (refused.length === 0) return undefined;
  const { after } = rough(forced).states;
  const left = SIDES.filter((who) => !refused.includes(who));
  if (left.some((who) => !isSuccess(forced.responses[who]))) return undefined;
  const stateOf = (when) => (run) => rough(run).states[when];
  const alone = {
    first: serial.AB.map(stateOf('middle')), second: serial.BA.map(stateOf('middle')), none: serial.AB.map(stateOf('before')),
  };
  const expected = left.length === 0 ? alone.none : alone[left[0]];
  // The middle does not show the memory if a question in between would fill a cache there.
  const isAlone = (state) => same(state, hasMemory(state) ? after : inStores(after));
  return expected.some(isAlone) ? { who: refused } : undefined;
}

// The same but for the order in which lists were added to.
function ofOneOrder(forced, serial) {
  const [AB, BA] = [serial.AB.map(inOneOrder), serial.BA.map(inOneOrder)];
  const ordered = inOneOrder(forced);
  const all = [ordered, ...AB, ...BA];
  const isSame = [forced, ...serial.AB, ...serial.BA].every((run, i) => run === all[i]);
  return isSame ? undefined : { forced: ordered, serial: { AB, BA } };
}

// The same but for the numbers that requests drew.
function* ofSameNumbers(forced, serial) {
  for (const [run] of Object.values(serial)) {
    for (const when of ['after', 'middle']) {
      const other = asDrawnIn(run, forced, when);
      if (other) yield { forced: other, serial };
    }
  }
}

/**
 * Returns whether the tool's own lock in a store may be what the verdict on a forced run comes of: a call did not wait
 * for its end, since its function found the lock, or was told to wait no longer.
 */
const isOwnDoing = ({ escaped }, { verdict }) => escaped !== undefined && verdict !== 'fine' && verdict !== 'refused';

/**
 * Judges one forced run as judged() does. It is no race if nothing but the order differs in which lists were added to,
 * the number of times that a request tried, or which numbers the requests drew from a counter.
 */
function judge(run, runs, known) {
  const { forced: tried, serial } = withoutTries(run, runs);
  const forced = { ...tried, isUsedUp: usesUp(tried, [...serial.AB, ...serial.BA]) };
  const found = judged(forced, serial, known);
  if (found.verdict !== 'race' || !forced.states.after) return found;
  const others = [ofOneOrder(forced, serial), ...ofSameNumbers(forced, serial)].filter(Boolean)
    .map((other) => judged(other.forced, other.serial, known)).filter(({ verdict }) => verdict !== 'race');
  return others.find(({ verdict }) => verdict !== 'stale') ?? others[0] ?? found;
}

/**
 * Judges one forced run. Returns {verdict, ...}: `fine` (`as` says which order it equals), `refused` (`who` was),
 * `stale` (only what was read differs), or `race` with the loss (loss.js). `known` has what `serial` cannot tell, the
 * `noise` and the `relative` numbers of a comparer.
 */
function judged(forced, serial, known) {
  if (forced.crash) return { verdict: 'race', kind: 'crash', text: forced.crash };
  const silent = silentIn(forced);
  const strange = silent.filter((who) => ![...serial.AB, ...serial.BA].some((run) => silentIn(run).includes(who)));
  if (strange.length > 0) return { verdict: 'race', kind: 'hang', who: strange };
  // Without an answer there may be no state to compare. A serial order gives no answer either, so this is no race.
  if (!forced.states.after) return { verdict: 'fine', as: serial.AB.some((run) => silentIn(run).length > 0) ? 'AB' : 'BA' };
  const isBroken = forced.broken && ![...serial.AB, ...serial.BA].some(({ broken }) => broken);
  if (isBroken) return { verdict: 'race', kind: 'invariant', text: forced.broken };
  const compare = comparer(serial, [forced], known);
  if (forced.overtakes) return overtaken(forced, serial, compare);
  for (const order of ['AB', 'BA']) if (compare.fits(forced, serial[order])) return { verdict: 'fine', as: order };
  const limit = passedLimit(forced, [...serial.AB, ...serial.BA]);
  // A request that changes nothing looks like one that is refused cleanly: a wrong password too many.
  if (limit && !isSuccess(forced.responses.first)) return { verdict: 'race', ...limit };
  const refused = refusal(forced, serial, compare);
  if (refused) return { verdict: 'refused', ...refused };
  const loss = lossOf(forced, serial, compare);
  return limit && loss.verdict === 'stale' ? { verdict: 'race', ...limit } : loss;
}

module.exports = { isOwnDoing, judge, serialProblem, silentIn, comparer };
