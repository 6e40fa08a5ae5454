'use strict';
// Reads tables, keys and triggers of an SQLite database.

const COLUMNS = `SELECT m.name AS name, p.name AS "column", p.pk AS pk FROM sqlite_master m
  JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name, p.cid`;

const UNIQUE = `SELECT m.name AS name, l.name AS "index", i.name AS "column" FROM sqlite_master m
  JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
  WHERE m.type = 'table' AND l."unique" = 1 AND l.partial = 0 ORDER BY m.name, l.name, i.seqno`;

const TRIGGERS = 'SELECT tbl_name AS name, sql FROM sqlite_master WHERE type = \'trigger\'';
const TRIGGER = /\b(DELETE|INSERT|UPDATE)\b[\s\S]*?\bON\b[\s\S]*?\bBEGIN\b([\s\S]*)\bEND\b/i;
const EVENTS = { DELETE: 'D', INSERT: 'A', UPDATE: 'W' };

function triggersOf(rows) {
  return rows.flatMap(({ name, sql }) => {
    const [, event, body] = TRIGGER.exec(sql) ?? [];
    return body === undefined ? [] : [{ table: name, on: [EVENTS[event.toUpperCase()]], definition: { body } }];
  });
}

function tablesOf(columns, indexes) {
  const tables = new Map();
  for (const { name, column, pk } of columns) {
    if (!tables.has(name)) tables.set(name, { table: name, columns: [], primary: [], unique: [] });
    tables.get(name).columns.push(column);
    if (pk > 0) tables.get(name).primary[pk - 1] = column;
  }
  const keys = new Map();
  for (const { name, index, column } of indexes) {
    const key = `${name}\n${index}`;
    keys.set(key, [...(keys.get(key) ?? []), column]);
  }
  // An index on an expression has a column without a name.
  for (const [key, list] of keys) {
    if (!list.includes(null)) tables.get(key.split('\n')[0])?.unique.push(list);
  }
  return [...tables.values()].map(withPrimary);
}

function withPrimary(table) {
  const { primary, unique } = table;
  const isListed = unique.some((key) => key.join() === primary.join());
  return { ...table, unique: primary.length > 0 && !isListed ? [primary, ...unique] : unique };
}

const databaseOf = (columns, indexes, triggers) => (
  { tables: tablesOf(columns, indexes), functions: [], triggers: triggersOf(triggers), views: [], isolation: 'serializable' });

/** Reads what lib/requests needs to know. `all(text)` returns rows. */
const readSqlite = (all) => databaseOf(all(COLUMNS), all(UNIQUE), all(TRIGGERS));

/** The same for an asynchronous driver; `connection`: as a driver's open() gives it. */
const readSqliteLater = async ({ query }) => (
  databaseOf(await query(COLUMNS), await query(UNIQUE), await query(TRIGGERS)));

module.exports = { readSqlite, readSqliteLater };
