'use strict';
// Reads the syntax tree of sqlparser-ts, which parses MySQL's and SQLite's statements.

const list = (node) => (Array.isArray(node) ? node : []);
const identifier = (part) => part?.Identifier?.value ?? part?.value;
const partsOf = (name) => list(name).map(identifier).filter((part) => part !== undefined);

function unwrap(node) {
  if (node?.Nested) return unwrap(node.Nested);
  if (node?.Cast) return unwrap(node.Cast.expr);
  return node;
}

/** Returns { table, column } of a column, or undefined for another expression. */
function columnOf(node) {
  const inner = unwrap(node);
  if (inner?.Identifier) return namedColumn([inner.Identifier.value]);
  if (inner?.CompoundIdentifier) return namedColumn(inner.CompoundIdentifier.map(({ value }) => value));
  return undefined;
}

// @@variable is no column.
const namedColumn = (parts) => (parts[0].startsWith('@') ? undefined : { column: parts.at(-1), table: parts.at(-2) });

function literal(value) {
  if (value === 'Null') return { value: null };
  const [[kind, content]] = Object.entries(value);
  switch (kind) {
    case 'Number': return { value: content[0] };
    case 'Boolean': return { value: content ? '1' : '0' };
    case 'SingleQuotedString': case 'DoubleQuotedString': case 'NationalStringLiteral': return { value: content };
    default: return undefined;
  }
}

// ?, ?2, :name, @name, $name. Those without a number have got one by numberParameters().
function parameter(text, number) {
  if (number !== undefined) return { param: number };
  const explicit = /^\?(\d+)$/.exec(text);
  return explicit ? { param: Number(explicit[1]) } : { name: text.slice(1) };
}

/** Returns a value as in plan.js, or undefined for any other expression. */
function valueOf(node) {
  const inner = unwrap(node);
  if (inner?.UnaryOp?.op === 'Minus') {
    const value = valueOf(inner.UnaryOp.expr);
    return value && 'value' in value ? { value: `-${value.value}` } : undefined;
  }
  const value = inner?.Value?.value;
  if (value === undefined) return undefined;
  return value.Placeholder === undefined ? literal(value) : parameter(value.Placeholder, inner.Value.number);
}

/** Returns the values of a list, or undefined if one of them is not known. */
function valuesOf(nodes) {
  const values = list(nodes).map(valueOf);
  return values.every(Boolean) ? values : undefined;
}

function walk(node, visit) {
  if (node === null || typeof node !== 'object' || visit(node) === false) return;
  for (const value of Array.isArray(node) ? node : Object.values(node)) walk(value, visit);
}

/** Numbers the parameters written as `?` by their places in the text. */
function numberParameters(statements) {
  const found = [];
  walk(statements, (node) => {
    if (node.Value?.value?.Placeholder === '?') found.push(node.Value);
  });
  const place = ({ span: { start } }) => start.line * 1e6 + start.column;
  found.sort((a, b) => place(a) - place(b));
  for (const [i, value] of found.entries()) value.number = i + 1;
}

const isQuery = (node) => node.body !== undefined && (node.order_by || node.with || node.locks);

/** As in level.js. */
function scan(node, found) {
  walk(node, (inner) => {
    if (isQuery(inner)) {
      found.select(inner);
      return false;
    }
    if (inner.Wildcard) found.star(undefined);
    if (inner.QualifiedWildcard) {
      found.star(partsOf(inner.QualifiedWildcard[0]?.ObjectName).at(-1));
      return false;
    }
    if (inner.Function) {
      scan([inner.Function.args, inner.Function.filter, inner.Function.over], found);
      return false;
    }
    const column = columnIn(inner);
    if (column) found.column(column);
    return true;
  });
}

const columnIn = (node) => (node.Identifier || node.CompoundIdentifier ? columnOf(node) : undefined);

const isOperation = (node, op) => node?.BinaryOp?.op === op;
const operands = (node, op) => (isOperation(unwrap(node), op)
  ? [...operands(unwrap(node).BinaryOp.left, op), ...operands(unwrap(node).BinaryOp.right, op)]
  : [unwrap(node)]);

function compared({ left, right }) {
  const [column, value] = columnOf(left) ? [columnOf(left), valueOf(right)] : [columnOf(right), valueOf(left)];
  return column && value && { ...column, values: [value] };
}

// IN (?) of MySQL's drivers takes a list.
function inList({ expr, list: nodes, negated }) {
  const column = columnOf(expr);
  const values = valuesOf(nodes)?.map((value) => (value.param === undefined ? value : { ...value, spread: true }));
  return column && values && !negated ? { ...column, values } : undefined;
}

function eitherOf(nodes) {
  const all = nodes.map(equality);
  const [first] = all;
  if (!all.every((one) => one && one.column === first.column && one.table === first.table)) return undefined;
  return { ...first, values: all.flatMap(({ values }) => values) };
}

const withValue = (column, value) => column && { ...column, values: [{ value }] };

function equality(node) {
  const inner = unwrap(node);
  if (isOperation(inner, 'Eq') || isOperation(inner, 'Spaceship')) return compared(inner.BinaryOp);
  if (isOperation(inner, 'Or')) return eitherOf(operands(inner, 'Or'));
  if (inner?.InList) return inList(inner.InList);
  if (inner?.IsNull) return withValue(columnOf(inner.IsNull), null);
  return inner?.UnaryOp?.op === 'Not' ? withValue(columnOf(inner.UnaryOp.expr), '0') : undefined;
}

/** As in level.js. */
const equalities = (condition) => (condition ? operands(condition, 'And').map(equality).filter(Boolean) : []);

module.exports = {
  LANGUAGE: { equalities, scan }, columnOf, identifier, list, numberParameters, partsOf, unwrap, valueOf, walk,
};
