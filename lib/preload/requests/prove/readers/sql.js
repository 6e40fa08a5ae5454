'use strict';
// Reads whole tables of SQL databases by a connection of the tool's own, and asks who waits for a lock.

const { touchedRows } = require('./touched-rows.js');

const MOST_ROWS = 10_000;
const SAMPLE = 100;

const hex = (view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('hex');

// Bytes are one value, written as PostgreSQL does: a hash with a new salt differs as a whole. A Buffer has a toJSON(),
// so the argument is not it any more.
function replacer(key, value) {
  if (ArrayBuffer.isView(this[key])) return `\\x${hex(this[key])}`;
  return typeof value === 'bigint' ? String(value) : value;
}
const plain = (row) => JSON.parse(JSON.stringify(row, replacer));

const quotedWith = (mark) => (name) => name.split('.').map((part) => `${mark}${part.replaceAll(mark, mark + mark)}${mark}`).join('.');
const double = quotedWith('"');
const back = quotedWith('`');

const PG_PRIMARY = `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid
  AND a.attnum = ANY(i.indkey) WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY a.attnum`;
const PG_WAITS = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
const MYSQL_PRIMARY = `SELECT column_name AS name FROM information_schema.key_column_usage
  WHERE table_schema = database() AND table_name = ? AND constraint_name = 'PRIMARY' ORDER BY ordinal_position`;
// Foreign keys: pairs of a column and a table. Of several columns the others tell enough by their names.
const PG_FOREIGN = `SELECT a.attname AS name, c.confrelid::regclass::text AS target FROM pg_constraint c
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.conrelid = $1::regclass`;
const MYSQL_FOREIGN = `SELECT column_name AS name, referenced_table_name AS target FROM information_schema.key_column_usage
  WHERE table_schema = database() AND table_name = ? AND referenced_table_name IS NOT NULL`;
// Locks of rows, of tables, and those with a name.
const MYSQL_WAITS = `SELECT trx_query AS query FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'
  UNION ALL SELECT info AS query FROM information_schema.processlist
  WHERE db = database() AND (state LIKE 'Waiting for table % lock' OR state = 'User lock')`;

const asItIs = (mark) => mark;

const names = (rows) => rows.map((row) => row.name ?? row.NAME);
const targets = (rows) => Object.fromEntries(rows.map((row) => [row.name ?? row.NAME, row.target ?? row.TARGET]));

const DIALECTS = {
  postgres: {
    rows: (query, table, where = '', values = undefined) => (
      query(`SELECT to_jsonb(t) AS row FROM ${double(table)} AS t ${where} LIMIT ${MOST_ROWS + 1}`, values)
        .then((rows) => rows.map(({ row }) => row))),
    primary: (query, table) => query(PG_PRIMARY, [double(table)]).then(names),
    foreign: (query, table) => query(PG_FOREIGN, [double(table)]).then(targets),
    waits: (query) => query(PG_WAITS),
    quoted: double, mark: (place) => `$${place}`,
    compared: (column, isNumber) => (
      isNumber ? [column, (mark) => `${mark}::bigint`] : [`${column}::text`, asItIs]),
  },
  mysql: {
    rows: (query, table, where = '', values = undefined) => (
      query(`SELECT * FROM ${back(table)} ${where} LIMIT ${MOST_ROWS + 1}`, values)),
    primary: (query, table) => query(MYSQL_PRIMARY, [table]).then(names),
    foreign: (query, table) => query(MYSQL_FOREIGN, [table]).then(targets),
    waits: (query) => query(MYSQL_WAITS),
    quoted: back, mark: () => '?', compared: (column) => [column, asItIs],
  },
  sqlite: {
    rows: (query, table, where = '', values = undefined) => (
      query(`SELECT * FROM ${double(table)} ${where} LIMIT ${MOST_ROWS + 1}`, values)),
    primary: async (query, table) => (await query(`PRAGMA table_info(${double(table)})`)).filter(({ pk }) => pk > 0)
      .sort((a, b) => Number(a.pk) - Number(b.pk)).map(({ name }) => name),
    foreign: async (query, table) => targets((await query(`PRAGMA foreign_key_list(${double(table)})`))
      .map(({ from, table: target }) => ({ name: from, target }))),
    waits: () => [],
    quoted: double, mark: () => '?', compared: (column) => [column, asItIs],
  },
};

const MISSING = new Set(['42P01', 'ER_NO_SUCH_TABLE']);
const isMissing = ({ code, message }) => MISSING.has(code) || /^(?:SQLITE_ERROR: )?no such table\b/.test(message);

// Statements of several in one text are read-only, too, if one of them ends the transaction.
const READ_ONLY = {
  postgres: ['SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY', 'BEGIN'],
  mysql: ['SET SESSION TRANSACTION READ ONLY', 'START TRANSACTION READ ONLY'],
};

// Databases refuse to write in such a transaction, also in a function, a trigger, or a WITH.
async function readOnly(dialect, connection, text) {
  if (connection.readOnly) return connection.readOnly(text);
  for (const one of READ_ONLY[dialect]) await connection.query(one);
  try {
    return await connection.query(text);
  } finally {
    await connection.query('ROLLBACK');
  }
}

const REFUSED_WRITES = new Set(['25006', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'SQLITE_READONLY']);
const isRefusedWrite = ({ code, message }) => (
  REFUSED_WRITES.has(code) || /attempt to write a readonly database/.test(message));

async function check(dialect, connection, text) {
  try {
    return { rows: await readOnly(dialect, connection, text) };
  } catch (error) {
    if (isRefusedWrite(error)) return { rows: [], writes: error.message };
    throw error;
  }
}

// The highest key that is there before the requests add rows.
async function topOf(known, query, table, [column, ...more]) {
  if (column === undefined || more.length > 0) return undefined;
  const [row] = await query(`SELECT max(${known.quoted(column)}) AS top FROM ${known.quoted(table)}`);
  return Number(row.top ?? row.TOP);
}

// Resolves to {rows, primary}: the rows of a table, or those that the requests touch if it is large. What is found at
// first stays in `touched`, so that all states of a run are read in the same way.
async function contentOf(known, query, { table, named, touched }) {
  const all = async (where, values) => (await known.rows(query, table, where, values)).map(plain);
  const rows = touched?.large ? undefined : await all();
  const primary = await known.primary(query, table);
  if (!touched || rows?.length <= MOST_ROWS) return { rows, primary };
  const isFirst = touched.large === undefined;
  touched.large ??= {
    sample: rows.slice(0, SAMPLE), top: touched.made ? await topOf(known, query, table, primary) : undefined,
  };
  const found = touchedRows(touched, { ...touched.large, primary, named }, known);
  const part = found && !touched.large.isUnknown ? await all(found.where, found.values) : undefined;
  touched.large.isUnknown ||= part === undefined || (isFirst && found.misses(part));
  return { rows: touched.large.isUnknown ? rows ?? await all() : part, primary };
}

/**
 * Returns {isShared, read(table, named, touched), waits(), check(text), close()} over `connection`, or undefined if the
 * dialect is not SQL. `isShared`: the connection is the program's own. Of a large table read() gives the rows that two
 * requests touch, if `touched` says which (prove/tables.js); `named` has the values that they have sent. check()
 * resolves to {rows, writes} of a query that may only read; `writes` is the database's message if it tries to write.
 */
function readerOf({ dialect }, connection) {
  const known = DIALECTS[dialect];
  if (!known) return undefined;
  const query = async (text, values) => connection.query(text, values);
  return {
    isShared: connection.isShared === true,
    async read(table, named = [], touched = undefined) {
      let content;
      try {
        content = await contentOf(known, query, { table, named, touched });
      } catch (error) {
        if (isMissing(error)) return { rows: [] }; // a request makes it
        throw error;
      }
      const { rows, primary } = content;
      const foreign = await known.foreign(query, table).catch(() => ({})); // a database may only be like one of these
      return {
        rows: rows.slice(0, MOST_ROWS),
        primary: primary.length > 0 ? primary : undefined,
        foreign: Object.keys(foreign).length > 0 ? foreign : undefined,
        cut: rows.length > MOST_ROWS || undefined,
      };
    },
    waits: async () => (connection.isShared ? [] : known.waits(query)),
    check: (text) => check(dialect, connection, text),
    close: () => connection.close(),
  };
}

const LOCK_MS = 1500; // a vacuum by itself gives way after a second

const LOCKS = {
  postgres: (tables) => [
    'BEGIN', `SET LOCAL lock_timeout = ${LOCK_MS}`, `LOCK TABLE ${tables.map(double).join(', ')} IN SHARE MODE`,
  ],
  mysql: (tables) => [
    `SET SESSION lock_wait_timeout = ${Math.ceil(LOCK_MS / 1000)}`,
    `LOCK TABLES ${tables.map((table) => `${back(table)} READ`).join(', ')}`,
  ],
};

/** Locks tables against changes until `connection` is closed. Rejects if somebody else changes one. */
async function lockTables({ dialect }, connection, tables) {
  for (const text of LOCKS[dialect](tables)) await connection.query(text);
}

module.exports = { lockTables, readerOf };
