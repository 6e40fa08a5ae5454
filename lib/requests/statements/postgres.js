'use strict';
// Makes plans of PostgreSQL's statements, with its own parser (libpg-query).

const { columnOf, list, nameOf, typeOf, uncast, valueOf, walk } = require('./postgres-nodes.js');
const { Level, keysOf, namesOf, tableName } = require('./postgres-tables.js');
const { utilityPlan } = require('./postgres-utility.js');
const { nothing, unknown } = require('./plan.js');

let parser;

/** Loads the parser. To be awaited before planPostgres() is called. */
async function loadPostgres() {
  parser ??= require('libpg-query');
  await parser.loadModule();
}

const ROW_LOCKS = new Set(['LCS_FORUPDATE', 'LCS_FORNOKEYUPDATE']);
const ADVISORY = /^pg_(?:try_)?advisory_(xact_)?(unlock_|lock)/;

// Gathers the steps of a statement while its levels are looked at.
class Planner {
  constructor() {
    this.steps = [];
    this.locks = [];
    this.functions = new Set();
  }

  withQueries(withClause, outer, names) {
    for (const { CommonTableExpr: { ctequery } } of list(withClause?.ctes)) this.statement(ctequery, outer, names);
  }

  inside(level) {
    for (const select of level.selects) this.statement(select, level, level.names);
  }

  statement(node, outer, names = new Set()) {
    const type = typeOf(node);
    const known = namesOf(node[type].withClause, names);
    this.withQueries(node[type].withClause, outer, known);
    return PLANS[type]?.(this, node[type], outer, known) ?? false;
  }

  finish(level) {
    this.inside(level);
    return true;
  }
}

function select(planner, node, outer, names) {
  if (node.larg) {
    select(planner, node.larg, outer, namesOf(node.larg.withClause, names));
    select(planner, node.rarg, outer, namesOf(node.rarg.withClause, names));
    return true;
  }
  const level = new Level(outer, names);
  for (const from of list(node.fromClause)) level.addFrom(from);
  if (node.whereClause) level.where(node.whereClause);
  const { targetList, valuesLists, groupClause, havingClause, sortClause, distinctClause, limitCount, limitOffset, windowClause } = node;
  level.read([targetList, valuesLists, groupClause, havingClause, sortClause, distinctClause, limitCount, limitOffset, windowClause]);
  const steps = level.steps();
  planner.steps.push(...steps);
  rowLocks(planner, node, level, steps);
  return planner.finish(level);
}

function rowLocks(planner, { lockingClause }, level, steps) {
  for (const { LockingClause: { strength, lockedRels } } of list(lockingClause)) {
    if (!ROW_LOCKS.has(strength)) continue;
    const only = list(lockedRels).map(({ RangeVar }) => RangeVar.relname);
    const locked = level.tables.filter(({ table, alias }) => table !== undefined && (only.length === 0 || only.includes(alias)));
    for (const { table } of locked) {
      planner.locks.push({ rows: steps.find((step) => step.table === table), how: 'acquire', scope: 'transaction' });
    }
  }
}

function insert(planner, node, outer, names) {
  const table = tableName(node.relation);
  const columns = node.cols && list(node.cols).map(({ ResTarget: { name } }) => name);
  const lists = node.selectStmt?.SelectStmt?.valuesLists;
  const level = new Level(outer, names);
  level.addTable(node.relation);
  if (lists) level.read(lists);
  else if (node.selectStmt) planner.statement(node.selectStmt, level, names);
  const rows = lists && lists.map(({ List: { items } }) => items.map((item) => (item.SetToDefault ? undefined : valueOf(item))));
  const added = { class: 'A', table, rows, insertColumns: columns, columns: undefined };
  const conflict = node.onConflictClause;
  if (conflict) onConflict(planner, conflict, added, level);
  else planner.steps.push(added);
  returning(planner, node, level);
  return planner.finish(level);
}

// The row that is there already is one with the same key.
function onConflict(planner, { action, infer, targetList, whereClause }, added, level) {
  const target = list(infer?.indexElems).map(({ IndexElem: { name } }) => name).filter(Boolean);
  const same = { table: added.table, rows: added.rows, insertColumns: added.insertColumns, target };
  planner.steps.push({ class: 'R', ...same, columns: target }, added);
  planner.atomic = true;
  if (action !== 'ONCONFLICT_UPDATE') return;
  const sets = list(targetList).map(({ ResTarget: { name } }) => name);
  level.read([targetList, whereClause]);
  planner.steps.push({ class: 'W', ...same, columns: sets });
}

function returning(planner, { returningList, returningClause }, level) {
  const what = returningList ?? returningClause?.exprs;
  if (!what) return;
  planner.returns = true;
  level.read(what);
}

const isOwn = (column, name, alias) => column && column.column === name && (column.table === undefined || column.table === alias);

// SET n = n + 1
function isIncrement({ name, val }, alias) {
  const sum = uncast(val)?.A_Expr;
  if (sum?.kind !== 'AEXPR_OP' || !['+', '-'].includes(nameOf(sum.name).at(-1))) return false;
  if (isOwn(columnOf(sum.lexpr), name, alias)) return valueOf(sum.rexpr) !== undefined;
  return nameOf(sum.name).at(-1) === '+' && isOwn(columnOf(sum.rexpr), name, alias) && valueOf(sum.lexpr) !== undefined;
}

function targetLevel(node, outer, names) {
  const level = new Level(outer, names);
  level.addTable(node.relation);
  const [target] = level.tables;
  for (const from of [...list(node.fromClause), ...list(node.usingClause)]) level.addFrom(from);
  if (node.whereClause) level.where(node.whereClause);
  return { level, target, conditioned: [...target.columns] };
}

function update(planner, node, outer, names) {
  const { level, target, conditioned } = targetLevel(node, outer, names);
  const targets = list(node.targetList).map(({ ResTarget }) => ResTarget);
  const sets = [...new Set(targets.map(({ name }) => name))];
  level.read(targets.map(({ val }) => val));
  const [own, ...others] = level.steps();
  planner.steps.push(...others);
  returning(planner, node, level);
  if (!own) return planner.finish(level);
  const guards = conditioned.some((column) => sets.includes(column));
  const values = Object.fromEntries(targets.map(({ name, val }) => [name, valueOf(val)]));
  const read = level.step(target);
  if (read.columns === undefined || read.columns.some((column) => !(column in (own.keys ?? {})))) planner.steps.push(read);
  planner.steps.push({ ...own, class: 'W', columns: sets, sets: values, guards });
  planner.commutes = targets.every((one) => isIncrement(one, target.alias)) && !guards && !planner.returns;
  return planner.finish(level);
}

function remove(planner, node, outer, names) {
  const { level, conditioned } = targetLevel(node, outer, names);
  const [own, ...others] = level.steps();
  planner.steps.push(...others);
  returning(planner, node, level);
  const keys = Object.keys(own?.keys ?? {});
  if (own) planner.steps.push({ ...own, class: 'D', columns: undefined, guards: conditioned.some((column) => !keys.includes(column)) });
  return planner.finish(level);
}

function merge(planner, node, outer, names) {
  const level = new Level(outer, names);
  level.addFrom(node.sourceRelation);
  planner.steps.push(...level.steps());
  for (const kind of ['R', 'W', 'A', 'D']) planner.steps.push({ class: kind, table: tableName(node.relation) });
  level.read([node.joinCondition, node.mergeWhenClauses]);
  return planner.finish(level);
}

const PLANS = { SelectStmt: select, InsertStmt: insert, UpdateStmt: update, DeleteStmt: remove, MergeStmt: merge };

function lockOf(name, args) {
  const found = ADVISORY.exec(name);
  if (!found) return undefined;
  const [, transaction, kind] = found;
  const how = kind.startsWith('unlock') ? 'release' : 'acquire';
  return { advisory: args.map(valueOf), how, scope: transaction ? 'transaction' : 'session' };
}

function calls(planner, node) {
  walk(node, (type, { funcname, args }) => {
    if (type !== 'FuncCall') return true;
    const name = nameOf(funcname).at(-1);
    const lock = name.includes('_shared') ? undefined : lockOf(name, list(args));
    if (lock) planner.locks.push(lock);
    planner.functions.add(name);
    return true;
  });
}

const writes = (steps) => steps.filter((step) => step.class !== 'R').length;

function planOf(node) {
  const type = typeOf(node);
  if (!PLANS[type]) return utilityPlan(type, node[type], planOf);
  const planner = new Planner();
  planner.statement(node);
  calls(planner, node);
  const { steps, locks, functions, commutes = false } = planner;
  const atomic = planner.atomic ?? (writes(steps) === 1 && new Set(steps.map(({ table }) => table)).size === 1);
  return { steps, locks, functions: [...functions], atomic, commutes, understood: true };
}

/** Returns the plans of a text's statements, in order. A text that can't be parsed gives one that is not understood. */
function planPostgres(text) {
  try {
    const { stmts } = parser.parseSync(text);
    return stmts?.map(({ stmt }) => planOf(stmt)) ?? [nothing()];
  } catch {
    return [unknown()];
  }
}

module.exports = { keysOf, loadPostgres, planPostgres };
