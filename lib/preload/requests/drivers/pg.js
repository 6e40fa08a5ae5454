'use strict';
// node-postgres: its results, and a second connection by the program's own copy of it.

const { plain } = require('../values.js');
const { readPostgres } = require('../schemas/postgres.js');

const RETURNED_LIMIT = 100;
const SETTINGS = ['host', 'port', 'database', 'user', 'password', 'ssl', 'options'];

const returnedBy = ({ command, rows }) =>
  (command === 'SELECT' || !Array.isArray(rows) || rows.length === 0 ? undefined : rows.slice(0, RETURNED_LIMIT).map(plain));

// A text with several statements has a result for each.
function outcome(result) {
  if (Array.isArray(result)) return { rows: result.map(({ rowCount }) => rowCount) };
  if (typeof result !== 'object' || result === null) return {};
  return { rows: result.rowCount ?? undefined, returned: returnedBy(result) };
}

// Passwords are properties that are not enumerable.
function settings(client) {
  const from = client.connectionParameters ?? client;
  const all = SETTINGS.map((name) => [name, from[name] ?? client[name]]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

async function open(client, given) {
  const other = new client.constructor({ ...given, application_name: 'nacd' });
  other.on('error', () => {});
  await other.connect();
  return {
    query: async (text, values) => (await other.query(text, values)).rows,
    close: () => other.end(),
  };
}

module.exports = { outcome, settings, open, readSchema: readPostgres };
