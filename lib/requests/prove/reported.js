'use strict';
// Recognises a race that was reported before: a window that is larger, or lies on another table, may show the same bug.
const { isDeepStrictEqual: same } = require('node:util');

const stepsOf = ({ order }) => order.map(({ who, site, verb }) => `${who} ${verb} ${site}`);

// Returns true if all of `steps` are among `others`, in this order.
function isWithin(steps, others) {
  let next = 0;
  for (const step of others) if (step === steps[next]) next++;
  return next === steps.length;
}

const swap = { A: 'B', B: 'A' };
const swapped = ({ order, handlers, statuses, ...race }) => ({
  ...race, order: order.map((one) => ({ ...one, who: swap[one.who] })),
  handlers: { A: handlers.B, B: handlers.A },
  statuses: {
    forced: { A: statuses.forced.B, B: statuses.forced.A },
    AB: { A: statuses.BA.B, B: statuses.BA.A }, BA: { A: statuses.AB.B, B: statuses.AB.A },
  },
});

function isShownBy(race, known) {
  const steps = stepsOf(known);
  // Calls that one request makes at the same time, and the statements around them, show one race.
  const areOfOne = race.within !== undefined && race.within === known.within;
  const areAlike = areOfOne || (same(race.handlers, known.handlers) && same(race.statuses, known.statuses));
  return steps.length > 0 && areAlike && race.loss.kind === known.loss.kind && isWithin(steps, stepsOf(race));
}

// Answers of the serial orders that refuse a request: {"error": "sold out"}.
function refusalsOf({ statuses, bodies = {} }) {
  const all = ['AB', 'BA'].flatMap((order) => ['A', 'B'].map((who) => [statuses[order][who], bodies[order]?.[who]]));
  return [...new Set(all.filter(([status]) => status >= 400).map((one) => JSON.stringify(one)))].sort();
}

const namesOf = ({ handlers }) => Object.values(handlers).sort();
const rowsLost = ({ loss: { kind, state } }) => state && [kind, state.kind, state.table];

// One check that two requests pass at once, seen from another of the tables that they change.
const isSameUse = (race, known) => race.loss.kind === 'double use' && race.loss.state !== undefined
  && same(rowsLost(race), rowsLost(known)) && same(refusalsOf(race), refusalsOf(known))
  && same(namesOf(race), namesOf(known));

// Equal rows that both add, seen from another of the tables that they change.
function isSameRow({ loss, ...race }, { loss: known, ...other }) {
  const rowOf = ({ kind, table, row, count }) => [kind, table, row, count];
  return loss.kind === 'duplicate' && same(rowOf(loss), rowOf(known)) && same(namesOf(race), namesOf(other));
}

/**
 * Returns whether one of the `races` that were reported already is the same bug as `race`: the same handlers, loss and
 * answers, and its order of operations within the order of `race`, or as many rows too many, or the same rows. All
 * are as raceOf() makes them.
 */
const isReported = (race, races) => races.some((known) => (
  isShownBy(race, known) || isShownBy(race, swapped(known)) || isSameUse(race, known) || isSameRow(race, known)));

module.exports = { isReported };
