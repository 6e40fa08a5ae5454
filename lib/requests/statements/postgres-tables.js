'use strict';
// Reads tables, columns and FROM of libpg-query's syntax tree.

const { columnOf, list, nameOf, walk } = require('./postgres-nodes.js');
const { equalities } = require('./postgres-conditions.js');

/** Returns the name under which a table is known in schema lines, or undefined for one of PostgreSQL's own. */
function tableName({ schemaname, relname }) {
  if (schemaname === 'pg_catalog' || schemaname === 'information_schema') return undefined;
  if (schemaname === undefined && relname.startsWith('pg_')) return undefined;
  return schemaname === undefined || schemaname === 'public' ? relname : `${schemaname}.${relname}`;
}

const isStar = (fields) => fields.some((field) => field.A_Star);

function scan(node, found) {
  walk(node, (type, value) => {
    if (type === 'SelectStmt') found.select({ SelectStmt: value });
    else if (type === 'ColumnRef' && isStar(value.fields)) found.star(nameOf(value.fields).at(-1));
    else if (type === 'ColumnRef') found.column(columnOf({ ColumnRef: value }));
    return type !== 'SelectStmt';
  });
}

function addRange(level, range) {
  const isQuery = range.schemaname === undefined && level.names.has(range.relname);
  return level.addTable(range.alias?.aliasname ?? range.relname, isQuery ? undefined : tableName(range));
}

// The condition of an outer join says nothing about the rows of one of its sides.
function addJoin(level, { larg, rarg, jointype, quals, usingClause }) {
  addFrom(level, larg);
  addFrom(level, rarg);
  if (jointype === 'JOIN_INNER' && quals) level.where(quals);
  else level.read(quals);
  for (const column of nameOf(usingClause)) level.use({ column });
}

/** Adds what one item of FROM names. */
function addFrom(level, node) {
  if (node.RangeVar) addRange(level, node.RangeVar);
  else if (node.JoinExpr) addJoin(level, node.JoinExpr);
  else if (node.RangeSubselect) {
    level.addTable(node.RangeSubselect.alias?.aliasname, undefined);
    level.selects.push(node.RangeSubselect.subquery);
  } else level.read(node);
}

/** Returns `names` with those of a WITH. */
const namesOf = (withClause, names) =>
  new Set([...names, ...list(withClause?.ctes).map(({ CommonTableExpr: { ctename } }) => ctename)]);

module.exports = { LANGUAGE: { equalities, scan }, addFrom, addRange, namesOf, tableName };
