'use strict';
// Says what became of the constraints of a schedule in a run: after a fix the program may no longer allow them.
const { readEvent } = require('../names/event.js');
const { keyOf } = require('../names/key.js');
const { comesFirst, orderOfRun, sameIn } = require('./moments.js');

function momentOf({ name, phase, place, tier, nth, parent }) {
  const hint = tier === undefined ? undefined : { tier, nth, parent };
  return { key: `${place} ${keyOf({ name, phase })}`, place, name, phase, hint };
}

/**
 * Returns of each constraint among `delays` what became of it in the run in `folder`: {state, held, event}. `state` is
 * `came`, `gone` if the run lacks an operation of it, or `refused` if it waited in vain; `held` and `event` are the
 * operations, as name and phase.
 */
function ordersIn(folder, delays) {
  const constraints = delays.filter(({ after }) => after?.length > 0);
  if (constraints.length === 0) return [];
  const order = orderOfRun(folder);
  return constraints.map((delay) => {
    const held = momentOf(delay);
    const event = momentOf({ place: delay.place, ...readEvent(delay.after[0]) });
    const isThere = sameIn(order, held) !== undefined && sameIn(order, event) !== undefined;
    const state = !isThere ? 'gone' : comesFirst(order, held, event) ? 'refused' : 'came';
    return { state, held: keyOf(held), event: keyOf(event) };
  });
}

module.exports = { ordersIn };
