'use strict';
// SQLite in the process: better-sqlite3, libsql, and Node's own module.

const path = require('node:path');
const { slashed } = require('../../../names/slashes.js');
const { statementKind } = require('../../../trace/statement-kind.js');
const { quietly } = require('../context.js');
const { ofText } = require('../of-text.js');
const { plain } = require('../values.js');
const { readSqlite } = require('../schemas/sqlite.js');

const RETURNED_LIMIT = 100;
const folder = process.cwd();
const memory = new WeakMap(); // database in memory -> number
let memories = 0;

const kindOf = ofText((statement) => statementKind(statement) ?? 'other');

// A database of libsql has an empty name.
function fileOf(database) {
  if (typeof database.location === 'function') return database.location() ?? '';
  return database.memory ? '' : database.name || fileThatItLists(database);
}

const fileThatItLists = (database) => quietly(() => {
  const listed = database.prepare('PRAGMA database_list').all();
  return listed.find(({ name }) => name === 'main')?.file ?? '';
});

/** Each database in memory is a store of its own. */
function nameOf(database) {
  const file = fileOf(database);
  if (file) return `sqlite:${slashed(path.relative(folder, file)) || file}`;
  if (!memory.has(database)) memory.set(database, ++memories);
  return `sqlite:memory:${memory.get(database)}`;
}

// The model tells what a method returns: a summary of changes, a row, or rows.
function outcome(result, { statement }, { result: kind }) {
  if (kind === 'changes' && result) {
    const inserted = result.lastInsertRowid;
    return { rows: Number(result.changes), ...(kindOf(statement) === 'A' && { inserted: String(inserted), first: false }) };
  }
  if (kind !== 'row' && kind !== 'rows') return {};
  const rows = kind === 'rows' ? result : [result].filter((row) => row !== undefined);
  if (!Array.isArray(rows)) return {};
  const changes = ['A', 'W', 'D'].includes(kindOf(statement));
  const returned = changes && rows.length > 0 ? rows.slice(0, RETURNED_LIMIT).map(plain) : undefined;
  return { rows: rows.length, returned };
}

const readSchemaNow = (database) => readSqlite((text) => database.prepare(text).all());

// A statement that better-sqlite3 prepared for its own transactions.
const statementOf = (statement) => ({ object: statement.database, text: statement.source });

// All in one turn, since the connection may be the program's own. better-sqlite3 tells a statement that gives no rows.
function readOnly(own, text) {
  own.exec('PRAGMA query_only = ON');
  try {
    const statement = own.prepare(text);
    if (statement.reader !== false) return statement.all();
    statement.run();
    return [];
  } finally {
    own.exec('PRAGMA query_only = OFF');
  }
}

/** A database in memory has no second connection: the program's own is used. */
async function open(database) {
  const file = fileOf(database);
  const own = file ? new database.constructor(file) : database;
  return {
    query: async (text, values = []) => own.prepare(text).all(...values),
    readOnly: async (text) => readOnly(own, text),
    close: async () => { if (file) own.close(); },
  };
}

module.exports = { nameOf, open, outcome, readSchemaNow, statementOf };
