'use strict';
// Turns a failing run into constraints: "hold this until that has happened". The held operation is one half of an
// order; the other half is one of the events that came before it in the failing run and in no passing one.
const { isDelayed } = require('../analysis/repeatable.js');
const { withTiers } = require('../analysis/tiers.js');
const { keyOf } = require('../names/key.js');
const { comesFirst, sameIn } = require('./moments.js');

// By how much a hold may be longer than it was in the failing run: its event comes late on a slow machine. It ends with
// its event, so this matters only where that does not come.
const MARGIN_MS = 250;
const CANNOT_WAIT = new Set(['timer', 'stall']); // they come by the clock

const isPartOf = ({ name }, other) => name === other || name.startsWith(`${other}/`);

// Returns the test for events that came before `held` in the failing run and in no passing one.
function isNewBefore(held, passing) {
  const known = passing.filter((run) => sameIn(run, held) !== undefined);
  const isUsual = (moment) => known.some((run) => comesFirst(run, moment, held));
  return (moment) => !moment.lost && !isPartOf(moment, held.name) && !isUsual(moment);
}

function before(held, { moments, at }) {
  return moments.slice(0, held.lost ? moments.length : at.get(held.key));
}

const itemOf = (held, events, delay) => (events.length > 0 ? [{ held, events, delay }] : []);

/**
 * Returns the operations that a failing run has held, each as an item {held, events, delay} with the events that
 * overtook it while it waited, in their order. Runs are as orderOfRun() returns them (moments.js).
 */
function heldIn(failing, passing) {
  return failing.moments.filter(isDelayed).flatMap((held) => {
    const since = (moment) => (moment.place === held.place ? moment.line > held.knownLine : moment.t >= held.known);
    const isNew = isNewBefore(held, passing);
    return itemOf(held, before(held, failing).filter((moment) => since(moment) && isNew(moment)), held.delay);
  });
}

/**
 * The same for all that came in another order than in the passing runs, whether it was held or late for another reason,
 * such as a stall. Each may be held for `longest` ms.
 */
function changedIn(failing, passing, longest) {
  const isKnown = (moment) => passing.some((run) => sameIn(run, moment) !== undefined);
  const mayWait = failing.moments.filter((moment) => !CANNOT_WAIT.has(moment.phase) && isKnown(moment));
  return mayWait.flatMap((held) => itemOf(held, before(held, failing).filter(isNewBefore(held, passing)), longest));
}

/** Returns the test for delays of a run that hold nothing: stalls, and datagrams that are lost. */
function stallsIn({ traces, moments }) {
  const made = new Set(traces.flatMap(({ operations }) => operations.filter(isDelayed).map(keyOf)));
  for (const moment of moments) made.delete(keyOf(moment));
  return (delay) => made.has(keyOf(delay));
}

/**
 * Returns what came between the last event of an item and the held operation in a failing run, and may wait: at most
 * `most`, the last ones first.
 */
function passedBetween({ moments, at }, { held, events }, most) {
  const from = at.get(events.at(-1).key);
  const to = at.get(held.key);
  if (from === undefined || to === undefined) return [];
  const mayWait = ({ name, phase, lost }) => !lost && !CANNOT_WAIT.has(phase) && !isPartOf({ name }, held.name);
  return moments.slice(from + 1, to).filter(mayWait).reverse().slice(0, most);
}

// Returns the last one of each process and thread: those before it there have happened then as well.
function lastOfEach(events) {
  const last = new Map();
  for (const event of events) last.set(event.place, event);
  return [...last.values()];
}

function eventFor({ place, name, phase, hint }, here) {
  const elsewhere = place === here ? undefined : place;
  if (hint) return { name, phase, ...(elsewhere && { place: elsewhere }), ...hint };
  return `${elsewhere ? `${elsewhere} ` : ''}${keyOf({ name, phase })}`;
}

/**
 * Gives each moment of the failing run whose name varies from run to run the `hint` by which it is found in others,
 * {tier, nth, parent} (analysis/tiers.js).
 */
function addHints(failing, passing) {
  const others = passing.flatMap(({ traces }) => traces);
  const asDelays = failing.moments.map(({ name, phase }) => ({ name, phase }));
  for (const [at, { tier, nth, parent }] of withTiers(asDelays, failing.traces, others).entries()) {
    if (tier !== undefined) failing.moments[at].hint = { tier, nth, ...(parent !== undefined && { parent }) };
  }
}

/**
 * Returns the constraint of an item as a delay of a schedule: it ends when all of its events have happened, those of
 * `all` if the item has these.
 */
function delayOf({ held, events, all = events, delay }) {
  const { name, phase, place, hint } = held;
  const after = lastOfEach(all).map((event) => eventFor(event, place));
  return { name, phase, place, ...hint, delay: Math.ceil(delay) + MARGIN_MS, after };
}

/**
 * Returns the constraint for the other order of an item, as a list: its last event is held until what it overtook has
 * happened. There is none if the event cannot wait: then nothing holds the other one, which comes first by itself.
 */
function otherOrder({ held, events, delay }) {
  const event = events.at(-1);
  return CANNOT_WAIT.has(event.phase) ? [] : [delayOf({ held: event, events: [held], delay })];
}

module.exports = { addHints, changedIn, delayOf, heldIn, otherOrder, passedBetween, stallsIn };
