'use strict';
// Finds operations of a recording that change something, and those that meet on a row, by their effects.

const isWhole = ({ class: kind }) => kind === 'A' || kind === 'D';
const meet = (some, others) => some.some((value) => others.map(String).includes(String(value)));

/** Returns whether two effects on one store may be on the same: rows and columns that are not known may be any. */
function effectsMeet(one, other) {
  if (one.table !== other.table) return false;
  const [keys, others] = [one.keys ?? {}, other.keys ?? {}];
  const isOther = (column) => Object.hasOwn(others, column) && !meet(keys[column], others[column]);
  if (Object.keys(keys).some(isOther)) return false;
  if (isWhole(one) || isWhole(other) || !one.columns || !other.columns) return true;
  return meet(one.columns, other.columns);
}

/** Returns whether an effect of an operation changes something. */
const isWrite = ({ class: kind }) => kind !== 'R';

// A statement with a condition that no row meets has only read: DELETE FROM shift WHERE id = 3 AND worker IS NULL.
const isVain = ({ class: kind, rows }) => kind !== 'R' && rows === 0;

/** Returns whether `reader` may read what `writer` changes; both are operations. */
function sees(reader, writer) {
  if (reader.store !== writer.store) return false;
  const reads = (reader.effects ?? []).filter((effect) => !isWrite(effect) || effect.class === 'U' || isVain(effect));
  return (writer.effects ?? []).filter(isWrite).some((effect) => reads.some((read) => effectsMeet(read, effect)));
}

/** Returns whether both operations change rows that may be the same. */
function collide(one, other) {
  const changes = ({ effects = [] }) => effects.filter(isWrite);
  if (one.store !== other.store) return false;
  return changes(one).some((change) => changes(other).some((its) => effectsMeet(change, its)));
}

/** Returns whether an operation changes something, as far as its statement tells. */
const writes = ({ effects = [] }) => effects.some(isWrite);

/** Returns whether an operation has changed something, as far as the driver tells. */
const hasChanged = ({ effects = [] }) => effects.some((effect) => isWrite(effect) && !isVain(effect));

module.exports = { collide, effectsMeet, hasChanged, isWrite, sees, writes };
