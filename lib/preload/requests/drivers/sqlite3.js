'use strict';
// The package sqlite3: SQLite in the worker pool, with callbacks.

const path = require('node:path');
const { readSqliteLater } = require('../schemas/sqlite.js');
const { nameOf, outcome: rowsOutcome } = require('./sqlite.js');

const asDatabase = ({ filename }) => ({ name: filename, memory: filename === ':memory:' || filename === '' });
const named = new WeakMap(); // databases in memory are told apart by an object each

function databaseOf(database) {
  if (!named.has(database)) named.set(database, asDatabase(database));
  return named.get(database);
}

// Values follow the statement, as a list, an object or one by one.
function facts(database, [statement, ...more]) {
  const given = more.filter((value) => typeof value !== 'function');
  const [first] = given;
  const isOne = given.length === 1 && typeof first === 'object' && first !== null && !ArrayBuffer.isView(first);
  return { object: database, statement: String(statement), values: isOne ? first : given };
}

// The object on which the callback is called tells what a statement changed.
function outcome(result, operation, spec, self) {
  if (spec.result !== 'changes') return rowsOutcome(result, operation, spec);
  return rowsOutcome({ changes: self?.changes ?? 0, lastInsertRowid: self?.lastID }, operation, spec);
}

const all = (database, text, values = []) => new Promise((resolve, reject) => {
  database.all(text, values, (error, rows) => (error ? reject(error) : resolve(rows)));
});

async function readOnly(database, text) {
  await all(database, 'PRAGMA query_only = ON');
  try {
    return await all(database, text);
  } finally {
    await all(database, 'PRAGMA query_only = OFF');
  }
}

const isInMemory = ({ filename }) => filename === ':memory:' || filename === '';

/** A database in memory has no second connection: the program's own is used. */
async function open(database) {
  const own = isInMemory(database) ? database : new database.constructor(path.resolve(database.filename));
  return {
    query: (text, values) => all(own, text, values),
    readOnly: (text) => readOnly(own, text),
    close: () => new Promise((resolve) => { if (own === database) resolve(); else own.close(resolve); }),
  };
}

const openForSchema = async (database) => ({ query: (text) => all(database, text), close: async () => {} });

module.exports = {
  facts, nameOf: (database) => nameOf(databaseOf(database)), open, openForSchema, outcome, readSchema: readSqliteLater,
};
