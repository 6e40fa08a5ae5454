'use strict';
// One level of a statement, such as a SELECT without the ones inside it: its tables, conditions and columns. The same
// for all parsers; `language` reads the syntax tree of one of them:
//   equalities(condition)  [{ table, column, values }]: each row that the condition is true for matches all of them
//   scan(node, found)      calls found.column({ table, column }), found.star(alias) for `*`, and found.select(node)
//                          for statements inside, which it does not enter

class Level {
  constructor(language, outer, names = new Set()) {
    this.language = language;
    this.outer = outer;
    this.names = names; // of common table expressions: no tables
    this.tables = []; // { alias, table, columns: Set, all }
    this.conditions = [];
    this.selects = []; // statements inside this one
  }

  /** `table`: as in schema lines; undefined for one whose rows are no one's: a system's, or a query's. */
  addTable(alias, table) {
    const added = { alias, table, columns: new Set(), all: false };
    this.tables.push(added);
    return added;
  }

  where(condition) {
    this.conditions.push(...this.language.equalities(condition));
    this.read(condition);
  }

  /** Notes the columns in an expression, and the statements in it. */
  read(node) {
    this.language.scan(node, {
      column: (column) => this.use(column),
      star: (alias) => this.use({ table: alias, column: undefined }),
      select: (select) => this.selects.push(select),
    });
  }

  // An alias that is not ours is one of the statement around.
  use({ table: alias, column }) {
    const own = alias === undefined ? this.tables : this.tables.filter((table) => table.alias === alias);
    if (own.length === 0) this.outer?.use({ table: alias, column });
    for (const table of own) {
      if (column === undefined) table.all = true;
      else table.columns.add(column);
    }
  }

  /** Returns [{ class, table, keys, columns }] for the tables that are read. */
  steps() {
    return this.tables.filter(({ table }) => table !== undefined).map((table) => this.step(table));
  }

  step({ alias, table, columns, all }) {
    const isOnly = this.tables.length === 1;
    const own = this.conditions.filter((one) => one.table === alias || (one.table === undefined && isOnly));
    const shared = isOnly ? [] : this.conditions.filter((one) => one.table === undefined);
    return {
      class: 'R', table, keys: keysOf(own), shared: keysOf(shared), columns: all ? undefined : [...columns],
    };
  }
}

// Of two conditions on one column the first counts.
function keysOf(conditions) {
  const keys = {};
  for (const { column, values } of conditions) keys[column] ??= values;
  return Object.keys(keys).length > 0 ? keys : undefined;
}

/** Returns whether `column`, {table, column} or undefined, is the one named `name` of the table with this alias. */
const isOwn = (column, name, alias) => column?.column === name && [undefined, alias].includes(column.table);

module.exports = { Level, isOwn };
