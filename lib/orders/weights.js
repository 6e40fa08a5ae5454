'use strict';
// Says how much it is worth to show an order: how likely the program gives another answer then. Each term has a reason,
// and none knows which run it is for.
const { relationOf, takesAway } = require('../analysis/touched.js');

// A race is about what both touch and one of them changes. What the code of a callback touches in memory is not known.
const RELATION = { conflict: 16, same: 4, none: 1 };
// Races are between what is near in time as a rule.
const FAR = 8;
// A program has two answers to what comes in time or not.
const LIMIT = 4;
// A change whose check is old, or a look between whose steps something changes: acted upon without another look.
const ACTS_ON = 4;
// A change is late where it is made, and a look where it was taken: elsewhere in the call it hardly shows.
const INNER = 0.3;
// If the two are not known to touch the same, a look had better be taken in time, and a change not.
const BLAND = 0.5;
// Of what another call does only its effect on files shows before its callback.
const UNSEEN = 0.1;
// Both ends of a connection come to be there at one moment, and code that needs both does not care which is first.
const ENDS = 0.1;
// A call that is made only in an unusual order is likely about that.
const NEW_CALL = 4;
// Most immediates may come late, and hardly any before an event that is ready are a race.
const STALL = { turn: 0.5, timer: 0.5, thread: 0.5, short: 0.3, event: 0.15 };
// An event that likely follows from a point hardly ever comes before it.
const DOUBTFUL = 0.3;

/**
 * Returns the weight of the order that `event` comes before `point` and after its cause. `distance`: how many calls and
 * connections lie between the two. `about`: {isInner, isUnseen, actsOn, isNew}: `isUnseen` if no
 * callback of the program follows the event at once.
 */
function weightOf(point, event, distance, { isInner, isUnseen, isDoubtful, actsOn, isNew }) {
  const relation = relationOf(point, event) ?? 'none';
  const base = RELATION[relation] / (1 + distance / FAR);
  const unseen = isUnseen && relation !== 'conflict' ? UNSEEN : 1;
  const isTask = point.kind === 'start' || point.kind === 'end';
  const bland = isTask && relation !== 'conflict' && (point.kind === 'start') !== Boolean(point.changes) ? BLAND : 1;
  const limit = event.isLimit ? LIMIT : 1;
  const acts = actsOn || (relation === 'conflict' && takesAway(event, point)) ? ACTS_ON : 1;
  const stall = STALL[(point.heldBy ?? point).stall] ?? 1;
  const doubt = isDoubtful ? DOUBTFUL : 1;
  const ends = point.meeting !== undefined && point.meeting === event.meeting ? ENDS : 1;
  return base * bland * doubt * ends * stall * unseen * limit * acts * (isInner ? INNER : 1) * (isNew ? NEW_CALL : 1);
}

module.exports = { weightOf };
