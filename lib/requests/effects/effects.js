'use strict';
// Makes the effects of one operation: the plan of its statement, with its values, its result and the schema.

const { routinesOf } = require('./routines.js');
const { triggeredBy } = require('./triggers.js');

const BLANK = { table: undefined, columns: undefined, primary: [], unique: [] };

// Of a key-value store the one key column is unique.
const keyedBy = (column) => ({ table: undefined, columns: undefined, primary: [column], unique: [[column]] });

// Values are compared as text: a driver may give 7, a program '7'.
const textOf = (value) => (value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value));

// Drivers of SQLite take names with and without their sign.
const SIGNS = ['', ':', '@', '$'];

function named(name, values = {}) {
  const key = SIGNS.map((sign) => sign + name).find((one) => Object.hasOwn(values, one));
  return key === undefined ? undefined : values[key];
}

function resolved(value, values) {
  if (value === undefined) return undefined;
  if ('value' in value) return [textOf(value.value)];
  const given = value.name === undefined ? values?.[(value.param ?? value.list) - 1] : named(value.name, values);
  if (given === undefined) return undefined;
  const takesList = value.list !== undefined || value.spread;
  if (Array.isArray(given)) return takesList ? given.map(textOf) : undefined;
  return value.list === undefined ? [textOf(given)] : undefined;
}

function resolvedList(list, values) {
  const all = list.map((value) => resolved(value, values));
  return all.includes(undefined) ? undefined : [...new Set(all.flat())];
}

function resolvedKeys(keys, values) {
  const pairs = Object.entries(keys ?? {}).map(([column, list]) => [column, resolvedList(list, values)]);
  return pairs.filter(([, list]) => list !== undefined);
}

// A row that is changed matches by what it was and by what it is then.
function withNewValues(keys, sets, values) {
  return keys.flatMap(([column, list]) => {
    if (!(column in sets)) return [[column, list]];
    const after = resolved(sets[column], values);
    return after === undefined ? [] : [[column, [...new Set([...list, ...after])]]];
  });
}

// The columns that all rows of an INSERT have a known value for.
function keysOfRows(step, schema, values) {
  const columns = step.insertColumns ?? schema.columns;
  if (!columns || !step.rows) return [];
  return columns.flatMap((column, i) => {
    const list = resolvedList(step.rows.map((row) => row[i]), values);
    return list === undefined ? [] : [[column, list]];
  });
}

// The number that the store gave a new row; of several rows those that follow or go before.
function insertedKeys(keys, { inserted, rows, first = true }, { primary }) {
  if (inserted === undefined || primary.length !== 1 || keys.some(([column]) => column === primary[0])) return keys;
  const count = typeof rows === 'number' && rows > 0 ? rows : 1;
  const start = Number(inserted) - (first ? 0 : count - 1);
  return [...keys, [primary[0], Array.from({ length: count }, (_, i) => String(start + i))]];
}

// Keys that the store made, from what it returned.
function returnedKeys(given, operation, schema) {
  const { returned } = operation;
  const keys = insertedKeys(given, operation, schema);
  if (!returned) return keys;
  const known = new Set(keys.map(([column]) => column));
  const made = [...new Set([...schema.primary, ...schema.unique.flat()])].filter((column) => !known.has(column));
  const found = made.filter((column) => returned.every((row) => row[column] !== undefined && row[column] !== null));
  return [...keys, ...found.map((column) => [column, returned.map((row) => textOf(row[column]))])];
}

// Without a target any unique key may be the one: several are not expressed as a condition on columns.
function onlyKey(keys, schema) {
  const given = Object.fromEntries(keys);
  const possible = schema.unique.filter((columns) => covers(given, columns));
  return possible.length === 1 ? possible[0] : [];
}

function keysOf(step, operation, schema) {
  const { values } = operation;
  if (step.rows) {
    const keys = keysOfRows(step, schema, values);
    if (step.class === 'A') return returnedKeys(keys, operation, schema);
    const target = step.target.length > 0 ? step.target : onlyKey(keys, schema);
    return keys.filter(([column]) => target.includes(column));
  }
  const own = resolvedKeys(step.keys, values);
  const shared = resolvedKeys(step.shared, values).filter(([column]) => schema.columns?.includes(column));
  const keys = [...own, ...shared];
  return step.sets ? withNewValues(keys, step.sets, values) : keys;
}

// The column of the primary key whose value the store makes for new rows.
function madeKey(step, { values }, schema) {
  const [column, ...more] = schema.primary;
  if (step.class !== 'A' || !step.rows || column === undefined || more.length > 0) return undefined;
  const at = (step.insertColumns ?? schema.columns ?? [column]).indexOf(column);
  const isGiven = (row) => row[at] !== undefined && resolved(row[at], values)?.[0] !== null;
  return step.rows.some(isGiven) ? undefined : column;
}

const covers = (keys, columns) => columns.length > 0 && columns.every((column) => column in keys);

function columnsOf({ columns }, schema) {
  if (columns === undefined || schema.columns === undefined) return columns;
  return columns.filter((column) => schema.columns.includes(column));
}

function effectOf(step, operation, schema, rows) {
  if (step.table === undefined) return { class: step.class };
  const pairs = keysOf(step, operation, schema);
  const keys = pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
  const made = madeKey(step, operation, schema);
  return {
    class: step.class, table: step.table, keys,
    ...(keys && covers(keys, schema.primary) && { primary: true, unique: true }),
    ...(keys && schema.unique.some((columns) => covers(keys, columns)) && { unique: true }),
    columns: columnsOf(step, schema), rows, ...(step.guards && { guards: true }), ...(made && { made }),
  };
}

const schemaOf = (database, { table }) => database.schema(table) ?? (database.key ? keyedBy(database.key) : BLANK);

// A view stands for its tables, with all their rows.
function spread(step, database) {
  const tables = database.views.filter(({ view }) => view === step.table).map(({ name }) => name);
  return tables.length === 0 ? [step] : tables.map((table) => ({ class: step.class, table }));
}

const ANYTHING = [{ class: 'R' }, { class: 'W' }];

/**
 * Returns the effects of an operation. `plan`: of one of its statements. `database`: { schema(table), views,
 * functions, triggers }. `rows`: how many rows it read or changed, if known.
 */
function effectsOf(plan, operation, database, rows) {
  const called = routinesOf(plan, database);
  if (!called) return ANYTHING.map((effect) => ({ ...effect }));
  const steps = plan.steps.flatMap((step) => spread(step, database));
  const changed = steps.findLastIndex((step) => step.class !== 'R');
  const counted = changed >= 0 ? changed : steps.length === 1 ? 0 : -1;
  const own = [plan, ...called].flatMap((one) => one.steps);
  const inside = [...own.slice(plan.steps.length), ...triggeredBy(own, database, schemaOf)];
  return [...steps, ...inside.flatMap((step) => spread(step, database))].map((step, i) => (
    effectOf(step, operation, schemaOf(database, step), i === counted ? rows : undefined)));
}

const product = (lists) => lists.reduce((all, list) => all.flatMap((head) => list.map((one) => [...head, one])), [[]]);

function rowNames(step, operation, database) {
  const schema = schemaOf(database, step);
  const keys = Object.fromEntries(keysOf(step, operation, schema));
  const key = schema.unique.find((columns) => covers(keys, columns));
  if (!key) return [];
  return product(key.map((column) => keys[column])).map((values) =>
    `row:${step.table}:${key.map((column, i) => `${column}=${values[i]}`).join()}`);
}

/** Returns the names of the locks that one entry of a plan's `locks` stands for. */
function lockNames(lock, operation, database) {
  if (lock.name !== undefined) return [lock.name];
  if (lock.rows) return rowNames(lock.rows, operation, database);
  const values = lock.advisory.map((value) => resolved(value, operation.values));
  return values.includes(undefined) ? [] : [`advisory:${values.flat().join()}`];
}

module.exports = { effectsOf, lockNames };
