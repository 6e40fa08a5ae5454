'use strict';
// Numbers that requests draw from counters in Redis: the fence of a lock, the place in a queue. A request that draws
// one and then changes nothing leaves a gap, which is no harm; one that waits for a lock may draw several.
const { wrote } = require('../recording/writing.js');

const COUNTS = /^H?INCR(?:BY)?\b/;
const FIELDS = /^H/; // HINCRBY hash field

/** Returns {key, name} of the counter that an operation adds to, or undefined. A hash has one for each field. */
function counterOf({ statement = '', values = [] }) {
  if (!COUNTS.test(statement) || values.length === 0) return undefined;
  const [key, field] = values.map(String);
  return { key, name: FIELDS.test(statement) ? `${key} ${field}` : key };
}

// Counter -> {who: the number that it drew last}, of the requests that changed something.
function numbersIn({ operations = [] }) {
  const numbers = new Map();
  for (const operation of operations) {
    const { who, rows } = operation;
    const counter = counterOf(operation);
    if (!counter || rows === undefined || !wrote(operations.filter((one) => one.who === who))) continue;
    numbers.set(counter.name, { ...numbers.get(counter.name), [who]: Number(rows) });
  }
  return numbers;
}

const placeOf = (who, numbers) => Object.values(numbers).filter((number) => number < numbers[who]).length;

// [{from, to}]: numbers of one request in both runs, which is in the same place among those that changed something.
function changesOf(forced, serial) {
  const theirs = numbersIn(serial);
  return [...numbersIn(forced)].flatMap(([counter, numbers]) => Object.entries(numbers).map(([who, from]) => {
    const others = theirs.get(counter) ?? {};
    const isSame = others[who] === undefined || placeOf(who, numbers) !== placeOf(who, others);
    return { from: String(from), to: isSame ? String(from) : String(others[who]) };
  })).filter(({ from, to }) => from !== to);
}

// Takes a value of `other` where it is the same request's number.
function changed(value, other, changes) {
  if (value === null || typeof value !== 'object') {
    return changes.some(({ from, to }) => String(value) === from && String(other) === to) ? other : value;
  }
  if (Array.isArray(value)) return value.map((item, i) => changed(item, other?.[i], changes));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, other?.[key], changes)]));
}

const keyOf = (row, primary) => JSON.stringify(primary?.map((column) => row[column]));
const twinOf = (row, index, { rows = [], primary }) => (primary
  ? rows.find((other) => keyOf(other, primary) === keyOf(row, primary)) : undefined) ?? rows[index];

function changedState(state, other, changeRow) {
  const tablesOf = (store, tables) => Object.entries(tables).map(([name, table]) => {
    const beside = other?.[store]?.[name] ?? {};
    const rows = table.rows.map((row, i) => changeRow(row, twinOf(row, i, beside), { store, name }));
    return [name, { ...table, rows }];
  });
  return Object.fromEntries(Object.entries(state).map(([store, tables]) => (
    [store, Object.fromEntries(tablesOf(store, tables))])));
}

/**
 * Returns `forced` with the numbers that its requests drew in the run `serial`, {..., states}, where the state `when`
 * of that has them. Undefined if these are the same. A counter itself keeps its value: it counts what is real. In the
 * middle of a serial run it has the value of then if both runs end with the same one.
 */
function asDrawnIn(serial, forced, when) {
  const changes = changesOf(forced, serial);
  if (changes.length === 0 || !forced.states?.after) return undefined;
  const counters = new Set((forced.operations ?? []).map(counterOf).filter(Boolean).map(({ key }) => key));
  const endOf = (key, { store, name }) => serial.states.after?.[store]?.[name]?.rows.find((row) => row.key === key);
  const changeRow = (row, twin, place) => {
    if (!counters.has(row.key)) return changed(row, twin, changes);
    const isSameEnd = String(endOf(row.key, place)?.value) === String(row.value);
    return when === 'middle' && isSameEnd && twin?.key === row.key ? twin : row;
  };
  const after = changedState(forced.states.after, serial.states[when], changeRow);
  const responses = changed(forced.responses, serial.responses, changes);
  return { ...forced, responses, states: { ...forced.states, after } };
}

module.exports = { asDrawnIn, counterOf };
