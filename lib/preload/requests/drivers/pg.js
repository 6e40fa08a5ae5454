'use strict';
// node-postgres: its results, and a second connection by the program's own copy of it.

const { plain } = require('../values.js');
const { readPostgres } = require('../schemas/postgres.js');
const { adding } = require('./graphile-worker.js');
const { remember } = require('./pg-unsent.js');
const { failed, leaves, notified } = require('./postgres-notices.js');

const RETURNED_LIMIT = 100;
const SETTINGS = ['host', 'port', 'database', 'user', 'password', 'ssl', 'options'];

const returnedBy = ({ command, rows }) =>
  (command === 'SELECT' || !Array.isArray(rows) || rows.length === 0 ? undefined : rows.slice(0, RETURNED_LIMIT).map(plain));

const isObject = (value) => typeof value === 'object' && value !== null;

// A text and values, or an object that has both, which may be a query that runs by itself.
function asked([first, second]) {
  if (!isObject(first)) return { statement: typeof first === 'string' ? first : undefined, values: isObject(second) ? second : undefined };
  const { text, values } = first;
  return { statement: typeof text === 'string' ? text : undefined, values: isObject(values) ? values : isObject(second) ? second : undefined };
}

// A statement that does nothing but add a job is one of the queue.
function facts(connection, args) {
  const { statement, values } = asked(args);
  if (statement === undefined) return { object: connection, statement, values };
  const added = adding(statement, values);
  for (const job of added?.jobs ?? []) remember(connection, job.forget);
  if (added?.isOnly) return undefined;
  const leaving = (operation) => leaves(connection, statement, values, operation);
  return { object: connection, statement, values, leaving };
}

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

/** Sends a statement on the program's own connection. */
const control = (client, text) => client.query(text);

module.exports = { control, facts, failed, outcome, replaced: { notified }, settings, open, readSchema: readPostgres };
