'use strict';
// Reads the nodes of libpg-query's syntax tree: an object with one key, the node's type.

const typeOf = (node) => Object.keys(node ?? {})[0];
const list = (node) => (Array.isArray(node) ? node : []);
const textOf = (node) => node?.String?.sval;
const nameOf = (names) => list(names).map(textOf).filter(Boolean);

/** Calls visit(node) for each node below `node`; a node for which it returns false is not entered. */
function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (value === null || typeof value !== 'object') continue;
    if (/^[A-Z]/.test(key) && visit(key, value) === false) continue;
    walk(value, visit);
  }
}

const uncast = (node) => (node?.TypeCast ? uncast(node.TypeCast.arg) : node);

function constantOf(constant) {
  if (constant.isnull) return { value: null };
  if (constant.sval) return { value: constant.sval.sval ?? '' };
  if (constant.ival) return { value: String(constant.ival.ival ?? 0) };
  if (constant.fval) return { value: constant.fval.fval };
  if (constant.boolval) return { value: String(constant.boolval.boolval ?? false) };
  return undefined;
}

/** Returns the value of a parameter or literal, as in plan.js, or undefined for any other expression. */
function valueOf(node) {
  const inner = uncast(node);
  if (inner?.ParamRef) return { param: inner.ParamRef.number };
  if (inner?.A_Const) return constantOf(inner.A_Const);
  return undefined;
}

/** Returns the node of such a value, or undefined for one that is not known. */
function nodeOf(value) {
  if (value?.param !== undefined) return { ParamRef: { number: value.param } };
  if (value === undefined || !('value' in value)) return undefined;
  return { A_Const: value.value === null ? { isnull: true } : { sval: { sval: value.value } } };
}

/** Returns the values of a list, or undefined if one of them is not known. */
function valuesOf(nodes) {
  const values = list(nodes).map(valueOf);
  return values.every(Boolean) ? values : undefined;
}

/** Returns { table, column } of a column; table is its alias or undefined. Undefined for `*` and other nodes. */
function columnOf(node) {
  const fields = uncast(node)?.ColumnRef?.fields;
  if (!fields || fields.some((field) => field.A_Star)) return undefined;
  const names = nameOf(fields);
  return { column: names.at(-1), table: names.at(-2) };
}

module.exports = { columnOf, list, nameOf, nodeOf, textOf, typeOf, uncast, valueOf, valuesOf, walk };
