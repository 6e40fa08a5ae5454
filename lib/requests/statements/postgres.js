'use strict';
// Makes plans of PostgreSQL's statements, with its own parser (libpg-query).

const { Level, isOwn } = require('./level.js');
const { nothing, unknown } = require('./plan.js');
const { Planner } = require('./planner.js');
const { columnOf, list, nameOf, nodeOf, typeOf, uncast, valueOf, walk } = require('./postgres-nodes.js');
const { readRoutine, statementsOf } = require('./postgres-routines.js');
const { LANGUAGE, addFrom, addRange, namesOf, tableName } = require('./postgres-tables.js');
const { utilityPlan } = require('./postgres-utility.js');

let parser;

/** Loads the parser. To be awaited before planPostgres() is called. */
async function loadPostgres() {
  parser ??= require('libpg-query');
  await parser.loadModule();
}

const ROW_LOCKS = new Set(['LCS_FORUPDATE', 'LCS_FORNOKEYUPDATE']);
const ADVISORY = /^pg_(?:try_)?advisory_(xact_)?(unlock|lock)/;

const levelOf = (outer, names) => new Level(LANGUAGE, outer, names);

function statement(planner, node, outer, names = new Set()) {
  const type = typeOf(node);
  const known = namesOf(node[type].withClause, names);
  for (const { CommonTableExpr: { ctequery } } of list(node[type].withClause?.ctes)) {
    statement(planner, ctequery, outer, known);
  }
  const level = PLANS[type]?.(planner, node[type], outer, known);
  for (const select of level?.selects ?? []) statement(planner, select, level, level.names);
}

const READ_OF_SELECT = [
  'targetList', 'valuesLists', 'groupClause', 'havingClause', 'sortClause', 'distinctClause', 'limitCount',
  'limitOffset', 'windowClause',
];

function select(planner, node, outer, names) {
  const level = levelOf(outer, names);
  if (node.larg) {
    level.selects.push({ SelectStmt: node.larg }, { SelectStmt: node.rarg });
    return level;
  }
  for (const from of list(node.fromClause)) addFrom(level, from);
  if (node.whereClause) level.where(node.whereClause);
  level.read(READ_OF_SELECT.map((key) => node[key]));
  const steps = level.steps();
  planner.steps.push(...steps);
  for (const { LockingClause } of list(node.lockingClause)) lockRows(planner, LockingClause, level, steps);
  return level;
}

function lockRows(planner, { strength, lockedRels }, level, steps) {
  if (!ROW_LOCKS.has(strength)) return;
  const only = list(lockedRels).map(({ RangeVar }) => RangeVar.relname);
  const locked = level.tables.filter(({ table, alias }) => table && (only.length === 0 || only.includes(alias)));
  planner.lockRows(steps, locked.map(({ table }) => table));
}

function insert(planner, node, outer, names) {
  const level = levelOf(outer, names);
  const { table } = addRange(level, node.relation);
  const columns = node.cols && list(node.cols).map(({ ResTarget: { name } }) => name);
  const lists = node.selectStmt?.SelectStmt?.valuesLists;
  if (lists) level.read(lists);
  else if (node.selectStmt) statement(planner, node.selectStmt, level, names);
  const valuesIn = ({ List: { items } }) => items.map((item) => (item.SetToDefault ? undefined : valueOf(item)));
  const conflict = node.onConflictClause && conflictOf(node.onConflictClause, level);
  const added = { table, rows: lists?.map(valuesIn), insertColumns: columns, columns: undefined };
  if (table) planner.insert(added, conflict);
  returning(planner, node, level);
  return level;
}

function conflictOf({ action, infer, targetList, whereClause }, level) {
  const target = list(infer?.indexElems).map(({ IndexElem: { name } }) => name).filter(Boolean);
  if (action !== 'ONCONFLICT_UPDATE') return { target };
  level.read([targetList, whereClause]);
  return { target, sets: list(targetList).map(({ ResTarget: { name } }) => name) };
}

function returning(planner, { returningList, returningClause }, level) {
  const exprs = returningList ?? returningClause?.exprs;
  if (!exprs) return;
  planner.returns = true;
  level.read(exprs);
}

// SET n = n + 1
function isIncrement({ name, val }, alias) {
  const sum = uncast(val)?.A_Expr;
  const operator = sum?.kind === 'AEXPR_OP' ? nameOf(sum.name).at(-1) : undefined;
  if (operator !== '+' && operator !== '-') return false;
  if (isOwn(columnOf(sum.lexpr), name, alias)) return valueOf(sum.rexpr) !== undefined;
  return operator === '+' && isOwn(columnOf(sum.rexpr), name, alias) && valueOf(sum.lexpr) !== undefined;
}

// The table that is changed comes first.
function targetLevel(node, outer, names) {
  const level = levelOf(outer, names);
  const target = addRange(level, node.relation);
  for (const from of [...list(node.fromClause), ...list(node.usingClause)]) addFrom(level, from);
  if (node.whereClause) level.where(node.whereClause);
  return { level, target, conditioned: [...target.columns] };
}

function readOthers(planner, level, target) {
  const others = level.tables.filter((one) => one !== target && one.table !== undefined);
  planner.steps.push(...others.map((one) => level.step(one)));
}

function update(planner, node, outer, names) {
  const { level, target, conditioned } = targetLevel(node, outer, names);
  const targets = list(node.targetList).map(({ ResTarget }) => ResTarget);
  level.read(targets.map(({ val }) => val));
  readOthers(planner, level, target);
  returning(planner, node, level);
  const sets = Object.fromEntries(targets.map(({ name, val }) => [name, valueOf(val)]));
  const increments = targets.every((one) => isIncrement(one, target.alias));
  if (target.table) planner.update(level, target, sets, conditioned, increments);
  return level;
}

function remove(planner, node, outer, names) {
  const { level, target, conditioned } = targetLevel(node, outer, names);
  readOthers(planner, level, target);
  returning(planner, node, level);
  if (target.table) planner.remove(level, target, conditioned);
  return level;
}

function merge(planner, node, outer, names) {
  const level = levelOf(outer, names);
  addFrom(level, node.sourceRelation);
  level.read([node.joinCondition, node.mergeWhenClauses]);
  planner.steps.push(...level.steps());
  for (const kind of ['R', 'W', 'A', 'D']) planner.steps.push({ class: kind, table: tableName(node.relation) });
  return level;
}

const PLANS = { SelectStmt: select, InsertStmt: insert, UpdateStmt: update, DeleteStmt: remove, MergeStmt: merge };

// hashtext($1): the number of the lock is not known, its name is.
function lockName(node) {
  const called = uncast(node)?.FuncCall;
  return called ? [{ value: nameOf(called.funcname).at(-1) }, ...list(called.args).flatMap(lockName)] : [valueOf(node)];
}

function lockOf(name, args) {
  const found = name.includes('_shared') ? null : ADVISORY.exec(name);
  if (!found) return undefined;
  const [, transaction, kind] = found;
  const how = kind === 'unlock' ? 'release' : 'acquire';
  return { advisory: args.flatMap(lockName), how, scope: transaction ? 'transaction' : 'session' };
}

function calls(planner, node) {
  walk(node, (type, { funcname, args }) => {
    if (type !== 'FuncCall') return;
    const name = nameOf(funcname).at(-1);
    const lock = lockOf(name, list(args));
    if (lock) planner.locks.push(lock);
    planner.calls.push({ name, args: list(args) });
  });
}

function planOf(node) {
  const type = typeOf(node);
  if (type === 'CallStmt') {
    const { funcname, args } = node.CallStmt.funccall;
    return nothing({ isCall: true, calls: [{ name: nameOf(funcname).at(-1), args: list(args) }] });
  }
  if (!PLANS[type]) return utilityPlan(type, node[type], planOf);
  const planner = new Planner();
  statement(planner, node);
  calls(planner, node);
  return planner.plan();
}

// A function that a text makes for itself. Places in a text are counted in bytes.
function definedBy({ stmt: { CreateFunctionStmt }, stmt_location: start = 0, stmt_len: length }, text) {
  if (!CreateFunctionStmt) return {};
  const definition = Buffer.from(text).subarray(start, length && start + length).toString();
  return { defines: { name: nameOf(CreateFunctionStmt.funcname).at(-1), definition } };
}

/** Returns the plans of a text's statements, in order. A text that can't be parsed gives one that is not understood. */
function planPostgres(text) {
  try {
    const { stmts } = parser.parseSync(text);
    return stmts?.map((one) => ({ ...planOf(one.stmt), ...definedBy(one, text) })) ?? [nothing()];
  } catch {
    return [unknown()];
  }
}

const routines = new Map(); // text of a CREATE FUNCTION -> what readRoutine() gives

/**
 * Returns the plans of the statements that one call of a function carries out, or undefined if they are not known.
 * `definition`: its CREATE FUNCTION; `args`: those of a plan's call.
 */
function planRoutine(definition, args, records) {
  if (!routines.has(definition)) routines.set(definition, readRoutine(definition, parser));
  const routine = routines.get(definition);
  return routine && statementsOf(routine, args, records).map(planOf);
}

const nodesOf = (row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, nodeOf(value)]));

/** The same of a trigger's function. `rows`: {new, old}, its row, with values as in plan.js by column. */
const planTrigger = (definition, rows) => (
  planRoutine(definition, [], { new: nodesOf(rows.new), old: nodesOf(rows.old) }));

module.exports = { loadPostgres, planPostgres, planRoutine, planTrigger };
