'use strict';
// PGlite, which is PostgreSQL in the process. It has one connection, so the tool reads through the program's own. That
// waits while a transaction is held.

const { plain } = require('../values.js');
const { readPostgres } = require('../schemas/postgres.js');

const RETURNED_LIMIT = 100;

function outcome(result) {
  if (Array.isArray(result)) return { rows: result.map(({ affectedRows }) => affectedRows) };
  if (typeof result !== 'object' || result === null) return {};
  const { rows = [], affectedRows = 0 } = result;
  if (affectedRows === 0) return { rows: rows.length };
  return { rows: affectedRows, returned: rows.length > 0 ? rows.slice(0, RETURNED_LIMIT).map(plain) : undefined };
}

const nameOf = ({ dataDir }) => `pglite://${dataDir ?? 'memory'}`;

const open = async (database) => ({
  isShared: true,
  query: async (text, values) => (await database.query(text, values)).rows,
  // The program's own statements wait for the end of the transaction.
  readOnly: (text) => database.transaction(async (transaction) => {
    await transaction.query('SET TRANSACTION READ ONLY');
    return (await transaction.query(text)).rows;
  }),
  close: async () => {},
});

module.exports = { nameOf, open, outcome, readSchema: readPostgres };
