'use strict';
// Finds which rows a WHERE asks for: the columns that are compared with parameters or literals and joined by AND.

const { columnOf, list, nameOf, uncast, valueOf, valuesOf } = require('./postgres-nodes.js');

const conjuncts = (node) => (node?.BoolExpr?.boolop === 'AND_EXPR' ? list(node.BoolExpr.args).flatMap(conjuncts) : [node]);

// '{1,2}'
function literalList({ value }) {
  if (!/^\{[^"\\{}]*\}$/.test(value)) return undefined;
  return value.slice(1, -1).split(',').filter(Boolean).map((one) => ({ value: one.trim() }));
}

function anyOf(node) {
  const inner = uncast(node);
  if (inner?.A_ArrayExpr) return valuesOf(inner.A_ArrayExpr.elements);
  const value = valueOf(node);
  if (value?.param) return [{ list: value.param }];
  return typeof value?.value === 'string' ? literalList(value) : undefined;
}

function compared({ kind, name, lexpr, rexpr }) {
  if (nameOf(name).at(-1) !== '=') return undefined;
  const left = columnOf(lexpr);
  if (kind === 'AEXPR_OP') {
    const [column, value] = left ? [left, valueOf(rexpr)] : [columnOf(rexpr), valueOf(lexpr)];
    return column && value && { ...column, values: [value] };
  }
  const values = kind === 'AEXPR_IN' ? valuesOf(rexpr.List?.items) : kind === 'AEXPR_OP_ANY' && anyOf(rexpr);
  return left && values ? { ...left, values } : undefined;
}

const same = (a, b) => a.column === b.column && a.table === b.table;

// a = 1 OR a = 2
function eitherOf(nodes) {
  const all = nodes.map(equality);
  if (!all.every((one) => one && same(one, all[0]))) return undefined;
  return { ...all[0], values: all.flatMap(({ values }) => values) };
}

function equality(node) {
  if (node?.A_Expr) return compared(node.A_Expr);
  if (node?.BoolExpr?.boolop === 'OR_EXPR') return eitherOf(list(node.BoolExpr.args));
  if (node?.BoolExpr?.boolop === 'NOT_EXPR') {
    const column = columnOf(node.BoolExpr.args[0]);
    return column && { ...column, values: [{ value: 'false' }] };
  }
  if (node?.ColumnRef) return { ...columnOf(node), values: [{ value: 'true' }] };
  if (node?.NullTest?.nulltesttype === 'IS_NULL') {
    const column = columnOf(node.NullTest.arg);
    return column && { ...column, values: [{ value: null }] };
  }
  return undefined;
}

/** Returns [{ table, column, values }] for a condition: each row that it is true for matches all of them. */
const equalities = (condition) => (condition ? conjuncts(condition).map(equality).filter(Boolean) : []);

module.exports = { equalities };
