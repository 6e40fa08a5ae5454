'use strict';
// Counts pairs of requests in services as seed 004 does (table 1): the pairs that could conflict if only the names of
// tables were known, and how many of them the store, the row, the columns and the flow rule out. Only the benchmark
// needs this count: the tool finds its candidates without it.
const { isWrite } = require('../../lib/requests/recording/conflicts.js');

const MOST_REQUESTS = 3000;

// A row that is added or deleted has all columns.
const columnsOf = ({ class: kind, columns }) => (kind === 'A' || kind === 'D' ? undefined : columns);

// Stores, rows and columns of a request's operations: [{store, table, keys, columns, writes}].
function touchesOf({ operations }) {
  return operations.flatMap(({ store, effects = [] }) => effects.map((effect) => {
    const { table, keys = {}, made, rows } = effect;
    return { store, table, keys, made, rows, columns: columnsOf(effect), writes: isWrite(effect) };
  }));
}

const isSameName = (a, b) => (a.writes || b.writes) && (a.table === b.table || !a.table || !b.table);

function mayBeSameRow(a, b) {
  return Object.entries(a).every(([column, values]) => !b[column] || b[column].some((value) => values.includes(value)));
}

// A request knows a name that the store makes only when that has answered: a row that it found by its name is not the
// one that is made, or it comes after that.
const isNewTo = ({ made }, { keys, rows }) => made !== undefined && keys[made] !== undefined && rows > 0;

const mayBeSameColumn = (a, b) => !a || !b || a.some((column) => b.includes(column));

const isSameInstance = (a, b) => isSameName(a, b) && a.store === b.store && mayBeSameRow(a.keys, b.keys)
  && mayBeSameColumn(a.columns, b.columns) && !isNewTo(a, b) && !isNewTo(b, a);

const anyPair = (first, second, test) => first.some((a) => second.some((b) => test(a, b)));

/**
 * Returns {pairs, instance, flow, left} of recordings: pairs of different requests, of which one writes a table whose
 * name the other uses; those that touch other stores, rows or columns; those of one flow; the others. Undefined if only
 * one process or one flow has requests, or if there are too many to count.
 */
function pruningOf(recordings) {
  if (recordings.filter(({ requests }) => requests.size > 0).length < 2) return undefined;
  const all = recordings.flatMap((recording) => [...recording.requests.values()]);
  const requests = all.map((request) => ({ flow: request.flow, touches: touchesOf(request) }))
    .filter(({ touches }) => touches.length > 0);
  const flows = new Set(requests.map(({ flow }) => flow));
  if (requests.length > MOST_REQUESTS || flows.size < 2) return undefined;
  const counts = { pairs: 0, instance: 0, flow: 0, left: 0 };
  for (const [index, a] of requests.entries()) {
    for (const b of requests.slice(index + 1)) {
      if (!anyPair(a.touches, b.touches, isSameName)) continue;
      counts.pairs++;
      if (!anyPair(a.touches, b.touches, isSameInstance)) counts.instance++;
      else if (a.flow !== undefined && a.flow === b.flow) counts.flow++;
      else counts.left++;
    }
  }
  return counts;
}

module.exports = { pruningOf };
