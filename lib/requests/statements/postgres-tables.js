'use strict';
// Finds the tables, conditions and columns of one level of a statement: a SELECT without the ones inside it.

const { columnOf, list, nameOf, walk } = require('./postgres-nodes.js');
const { equalities } = require('./postgres-conditions.js');

const INNER = new Set(['JOIN_INNER']);

/** Returns the name under which a table is known in schema lines, or undefined for one of PostgreSQL's own. */
function tableName({ schemaname, relname }) {
  if (schemaname === 'pg_catalog' || schemaname === 'information_schema') return undefined;
  if (schemaname === undefined && relname.startsWith('pg_')) return undefined;
  return schemaname === undefined || schemaname === 'public' ? relname : `${schemaname}.${relname}`;
}

class Level {
  constructor(outer, names) {
    this.outer = outer;
    this.names = names; // of common table expressions: no tables
    this.tables = []; // { alias, table, columns: Set, all }
    this.conditions = [];
    this.selects = []; // statements inside this one
  }

  addTable(range) {
    const alias = range.alias?.aliasname ?? range.relname;
    const isQuery = range.schemaname === undefined && this.names.has(range.relname);
    this.tables.push({ alias, table: isQuery ? undefined : tableName(range), columns: new Set(), all: false });
  }

  // FROM, with the conditions of its joins. Those of an outer join say nothing about the rows of its other side.
  addFrom(node) {
    if (node.RangeVar) this.addTable(node.RangeVar);
    else if (node.JoinExpr) this.addJoin(node.JoinExpr);
    else if (node.RangeSubselect) {
      this.tables.push({ alias: node.RangeSubselect.alias?.aliasname, columns: new Set() });
      this.selects.push(node.RangeSubselect.subquery);
    } else this.read(node);
  }

  addJoin({ larg, rarg, jointype, quals, usingClause }) {
    this.addFrom(larg);
    this.addFrom(rarg);
    if (INNER.has(jointype) && quals) this.where(quals);
    else this.read(quals);
    for (const name of nameOf(usingClause)) this.use({ column: name });
  }

  where(condition) {
    this.conditions.push(...equalities(condition));
    this.read(condition);
  }

  // Notes the columns in an expression, and the statements in it.
  read(node) {
    const used = [];
    walk(node, (type, value) => {
      if (type === 'SelectStmt') {
        this.selects.push({ SelectStmt: value });
        return false;
      }
      if (type === 'ColumnRef') {
        used.push(columnOf({ ColumnRef: value }));
        this.use(columnOf({ ColumnRef: value }), nameOf(value.fields).at(-1));
      }
      return true;
    });
    return used;
  }

  // A column, or all of `starred`, or of all tables.
  use(column, starred) {
    const alias = column ? column.table : starred;
    const own = alias === undefined ? this.tables : this.tables.filter((table) => table.alias === alias);
    if (own.length === 0) this.outer?.use(column, starred);
    for (const table of own) {
      if (column) table.columns.add(column.column);
      else table.all = true;
    }
  }

  /** Returns [{ class, table, keys, columns }] for the tables read. */
  steps() {
    return this.tables.filter(({ table }) => table !== undefined).map((table) => this.step(table));
  }

  step({ alias, table, columns, all }) {
    const isOnly = this.tables.length === 1;
    const own = this.conditions.filter((one) => one.table === alias || (one.table === undefined && isOnly));
    const shared = isOnly ? [] : this.conditions.filter((one) => one.table === undefined);
    return { class: 'R', table, keys: keysOf(own), shared: keysOf(shared), columns: all ? undefined : [...columns] };
  }
}

/** Returns { column: values } of conditions, or undefined if there are none. Of two on one column the first counts. */
function keysOf(conditions) {
  const keys = {};
  for (const { column, values } of conditions) keys[column] ??= values;
  return Object.keys(keys).length > 0 ? keys : undefined;
}

const namesOf = (withClause, names) => new Set([...names, ...list(withClause?.ctes).map(({ CommonTableExpr: { ctename } }) => ctename)]);

module.exports = { Level, keysOf, namesOf, tableName };
