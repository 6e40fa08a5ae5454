'use strict';
// Leaves out candidates in which a request comes between the answer to another one and its consumers: an order is
// inserted, a client that has the answer cancels it, and a consumer finds that. A client may do so, one request after
// the other, and a saga expects it. The analysis knows it of a statement that reads the row; one that changes it by its
// primary key, with a condition, needs the row as well.
const { MESSAGE } = require('../../trace/protocol.js');

// [{operation, isMessage}] of a side of a candidate.
function windowOf({ trace, traces = [], window }, recordings) {
  return window.map((number, index) => {
    const recording = recordings[traces[index] ?? trace];
    const operation = recording?.operations.get(number);
    return { operation, isMessage: recording?.requests.get(operation?.request)?.method === MESSAGE };
  });
}

const effectsOn = (table, { operation }) => (operation?.effects ?? []).filter((effect) => effect.table === table);
const needsRow = (effects) => effects.length > 0 && effects.every(({ primary, guards }) => primary && guards);

function isLaterWork({ first, second, order, table }, recordings) {
  const [begin, ...rest] = windowOf(first, recordings);
  const isAfterAnswer = !begin.isMessage && rest.length > 0 && rest.every(({ isMessage }) => isMessage);
  const isBetween = order.every(([who], index) => (who === 'first') === (index === 0 || index === order.length - 1));
  if (!isAfterAnswer || !isBetween) return false;
  const inserts = effectsOn(table, begin).some((effect) => effect.class === 'A');
  return inserts && windowOf(second, recordings).every((one) => needsRow(effectsOn(table, one)));
}

/** Returns the `candidates` of which the second request is not sent while the first one's consumers are at work. */
const withoutLaterWork = (candidates, recordings) => candidates.filter((one) => !isLaterWork(one, recordings));

module.exports = { withoutLaterWork };
