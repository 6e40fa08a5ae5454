'use strict';
// Makes plans of MySQL's and SQLite's statements, with the parser of sqlparser-ts.

const { Level, isOwn } = require('./level.js');
const { nothing, unknown } = require('./plan.js');
const { Planner } = require('./planner.js');
const { readRoutine, readTrigger, textsOf } = require('./mysql-routines.js');
const { LANGUAGE, columnOf, identifier, list, numberParameters, partsOf, unwrap, valueOf, walk } = require('./sql-nodes.js');
const { controlOf, utilityPlan } = require('./sql-utility.js');

let parser;

/** Loads the parser. To be awaited before planSql() is called. */
async function loadSql() {
  parser ??= require('@guanmingchiu/sqlparser-ts');
  await parser.init();
}

const SYSTEM = /^(?:information_schema|mysql|performance_schema|sys)$|^sqlite_/i;

/** Returns the name under which a table is known in schema lines, or undefined for one of the system's. */
function tableName(name) {
  const parts = partsOf(name);
  return parts.some((part) => SYSTEM.test(part)) ? undefined : parts.at(-1);
}

const levelOf = (outer, names) => new Level(LANGUAGE, outer, names);

function addRelation(level, relation) {
  const { Table, Derived, NestedJoin } = relation ?? {};
  const alias = identifier((Table ?? Derived)?.alias?.name);
  if (Table) {
    const name = partsOf(Table.name).at(-1);
    level.addTable(alias ?? name, level.names.has(name) ? undefined : tableName(Table.name));
  } else if (Derived) {
    level.addTable(alias, undefined);
    level.selects.push(Derived.subquery);
  } else if (NestedJoin) addFrom(level, NestedJoin.table_with_joins);
  else level.read(relation);
}

const isInner = (kind) => kind === 'Join' || kind === 'Inner' || kind === 'StraightJoin';

function addJoin(level, { relation, join_operator: operator }) {
  addRelation(level, relation);
  const [kind, constraint] = typeof operator === 'string' ? [operator] : Object.entries(operator)[0];
  for (const name of list(constraint?.Using)) level.use({ column: partsOf(name).at(-1) });
  if (!constraint?.On) return;
  if (isInner(kind)) level.where(constraint.On);
  else level.read(constraint.On);
}

function addFrom(level, { relation, joins }) {
  addRelation(level, relation);
  for (const join of list(joins)) addJoin(level, join);
}

// A query: WITH, a body, what follows it. The body may be another statement.
function query(planner, node, outer, names = new Set()) {
  const tables = list(node.with?.cte_tables);
  const known = new Set([...names, ...tables.map(({ alias }) => identifier(alias.name))]);
  for (const table of tables) query(planner, table.query, outer, known);
  const level = body(planner, node.body, outer, known);
  if (level && node.body.Select) finishSelect(planner, node, level);
}

function body(planner, node, outer, names) {
  if (node.SetOperation) {
    body(planner, node.SetOperation.left, outer, names);
    body(planner, node.SetOperation.right, outer, names);
    return undefined;
  }
  if (node.Query) return query(planner, node.Query, outer, names);
  if (node.Select) return select(planner, node.Select, outer, names);
  const [kind] = Object.keys(node);
  const statement = node[kind]?.[kind];
  return statement && PLANS[kind]?.(planner, statement, outer, names);
}

function select(planner, node, outer, names) {
  const level = levelOf(outer, names);
  for (const from of list(node.from)) addFrom(level, from);
  if (node.selection) level.where(node.selection);
  level.read([node.projection, node.group_by, node.having, node.distinct, node.sort_by]);
  level.node = node;
  return level;
}

function finishSelect(planner, node, level) {
  level.read([node.order_by, node.limit_clause]);
  const steps = level.steps();
  planner.steps.push(...steps);
  inside(planner, level);
  if (!list(node.locks).some(({ lock_type: type }) => type === 'Update')) return;
  planner.lockRows(steps, level.tables.map(({ table }) => table).filter(Boolean));
}

function inside(planner, level) {
  for (const one of level.selects) query(planner, one, level, level.names);
}

const nameOfTarget = ({ target }) => partsOf(target.ColumnName).at(-1);

function insert(planner, node, outer, names) {
  const level = levelOf(outer, names);
  const table = tableName(node.table.TableName);
  level.addTable(partsOf(node.table.TableName).at(-1), table);
  const rows = rowsOf(planner, node, level);
  const columns = list(node.assignments).length > 0
    ? node.assignments.map(nameOfTarget)
    : list(node.columns).map((name) => partsOf(name).at(-1));
  level.read(list(node.returning));
  const added = { table, rows, insertColumns: columns.length > 0 ? columns : undefined, columns: undefined };
  if (table) planner.insert(added, conflictOf(node, level));
  // REPLACE: the row that has the key is deleted first.
  if (table && isReplace(node)) planner.steps.splice(-1, 0, { class: 'D', ...added, target: [] });
  inside(planner, level);
}

const isReplace = (node) => node.replace_into === true || node.or === 'Replace';

function rowsOf(planner, { source, assignments }, level) {
  if (list(assignments).length > 0) return [assignments.map(({ value }) => valueOf(value))];
  const rows = source?.body?.Values?.rows;
  if (rows) {
    level.read(rows.map((row) => row.content ?? row));
    return rows.map((row) => (row.content ?? row).map((item) => (isDefault(item) ? undefined : valueOf(item))));
  }
  if (source) query(planner, source, level, level.names);
  return source ? undefined : [[]];
}

const isDefault = (node) => columnOf(node)?.column?.toUpperCase() === 'DEFAULT';

function conflictOf(node, level) {
  if (node.ignore || node.or === 'Ignore' || isReplace(node)) return {};
  const { DuplicateKeyUpdate, OnConflict } = node.on ?? {};
  if (DuplicateKeyUpdate) {
    level.read(DuplicateKeyUpdate.map(({ value }) => value));
    return { sets: DuplicateKeyUpdate.map(nameOfTarget) };
  }
  if (!OnConflict) return undefined;
  const target = list(OnConflict.conflict_target?.Columns).map(identifier);
  const update = OnConflict.action?.DoUpdate;
  if (!update) return { target };
  level.read([update.assignments.map(({ value }) => value), update.selection]);
  return { target, sets: update.assignments.map(nameOfTarget) };
}

function isIncrement(assignment, alias) {
  const sum = unwrap(assignment.value)?.BinaryOp;
  const name = nameOfTarget(assignment);
  if (sum?.op !== 'Plus' && sum?.op !== 'Minus') return false;
  if (isOwn(columnOf(sum.left), name, alias)) return valueOf(sum.right) !== undefined;
  return sum.op === 'Plus' && isOwn(columnOf(sum.right), name, alias) && valueOf(sum.left) !== undefined;
}

// UPDATE t JOIN u ON ... SET t.n = 1: each table of which a column is set.
function update(planner, node, outer, names) {
  const level = levelOf(outer, names);
  addFrom(level, node.table);
  for (const from of list(node.from?.AfterSet ?? node.from?.BeforeSet)) addFrom(level, from);
  if (node.selection) level.where(node.selection);
  const conditioned = level.tables.map(({ columns }) => [...columns]);
  level.read(node.assignments.map(({ value }) => value));
  planner.returns = list(node.returning).length > 0;
  level.read(list(node.returning));
  for (const [i, target] of level.tables.entries()) {
    const own = node.assignments.filter((one) => setsTable(one, target, i));
    if (target.table === undefined) continue;
    if (own.length === 0) planner.steps.push(level.step(target));
    else planner.update(level, target, setsOf(own), conditioned[i], own.every((one) => isIncrement(one, target.alias)));
  }
  inside(planner, level);
}

const setsOf = (assignments) => Object.fromEntries(assignments.map((one) => [nameOfTarget(one), valueOf(one.value)]));

function setsTable({ target }, { alias }, place) {
  const parts = partsOf(target.ColumnName);
  return parts.length > 1 ? parts.at(-2) === alias : place === 0;
}

function remove(planner, node, outer, names) {
  const level = levelOf(outer, names);
  for (const from of node.from.WithFromKeyword ?? node.from.WithoutKeyword) addFrom(level, from);
  for (const from of list(node.using)) addFrom(level, from);
  if (node.selection) level.where(node.selection);
  const conditioned = level.tables.map(({ columns }) => [...columns]);
  level.read([list(node.returning), list(node.order_by)]);
  const named = list(node.tables).map((name) => partsOf(name).at(-1));
  for (const [i, target] of level.tables.entries()) {
    const isTarget = named.length > 0 ? named.includes(target.alias) : i === 0;
    if (target.table === undefined) continue;
    if (isTarget) planner.remove(level, target, conditioned[i]);
    else planner.steps.push(level.step(target));
  }
  inside(planner, level);
}

const PLANS = { Insert: insert, Update: update, Delete: remove };

const callOf = ({ name, args }) => ({
  name: partsOf(name).at(-1).toLowerCase(), args: list(args?.List?.args).map(({ Unnamed }) => valueOf(Unnamed?.Expr)),
});

// Functions of the database itself, and MySQL's locks with a name.
function calls(planner, node) {
  walk(node, ({ Function: called }) => {
    if (!called) return;
    const { name, args } = callOf(called);
    planner.calls.push({ name, args });
    if (name === 'get_lock') planner.locks.push({ advisory: args.slice(0, 1), how: 'acquire', scope: 'session' });
    if (name === 'release_lock') planner.locks.push({ advisory: args, how: 'release', scope: 'session' });
  });
}

function planOf(statement, text) {
  const [kind] = typeof statement === 'string' ? [statement] : Object.keys(statement);
  const node = statement[kind];
  if (kind === 'Call') return nothing({ calls: [callOf(node)], isCall: true });
  if (kind !== 'Query' && !PLANS[kind]) return utilityPlan(kind, node, text, { tableName, planOf });
  const planner = new Planner();
  if (kind === 'Query') query(planner, node);
  else PLANS[kind](planner, node);
  calls(planner, node);
  return planner.plan();
}

/** Returns the plans of a text's statements, in order. `dialect`: mysql or sqlite. */
function planSql(text, dialect) {
  const known = controlOf(text);
  if (known) return [known];
  try {
    const statements = parser.parse(text.replace(/\bLOCK\s+IN\s+SHARE\s+MODE\s*;?\s*$/i, ''), dialect);
    numberParameters(statements);
    return statements.length > 0 ? statements.map((one) => planOf(one, text)) : [nothing()];
  } catch {
    return [unknown()];
  }
}

const routines = new Map(); // a function, procedure or trigger -> what read() gives, and its plans by arguments

function planned(definition, read, argumentsOf, dialect) {
  const key = `${dialect} ${JSON.stringify(definition)}`;
  if (!routines.has(key)) routines.set(key, { routine: read(definition), plans: new Map() });
  const { routine, plans } = routines.get(key);
  if (!routine) return undefined;
  const args = argumentsOf(routine);
  const given = JSON.stringify(args);
  if (!plans.has(given)) plans.set(given, textsOf(routine, args).flatMap((text) => planSql(text, dialect)));
  return plans.get(given);
}

/**
 * Returns the plans of the statements that one call of a function of MySQL carries out, or undefined if they are not
 * known. `definition`: {parameters, body}; `args`: those of a plan's call.
 */
const planMysqlRoutine = (definition, args) => planned(definition, readRoutine, () => args, 'mysql');

/** The same of a trigger. `rows`: {new, old} with values as in plan.js by column, of the row that it is called for. */
function planSqlTrigger(definition, rows, dialect) {
  const lower = Object.fromEntries(Object.entries(rows).flatMap(([record, row]) => (
    Object.entries(row).map(([column, value]) => [`${record}.${column.toLowerCase()}`, value]))));
  return planned(definition, readTrigger, ({ parameters }) => parameters.map((name) => lower[name]), dialect);
}

module.exports = { loadSql, planMysqlRoutine, planSql, planSqlTrigger };
