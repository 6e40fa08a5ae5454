'use strict';
// mysql2: queries and prepared statements of a connection; its pool and its promises call these.

const { readMysql } = require('../schemas/mysql.js');
const { isObject, isSimple, isSummary } = require('./mysql-values.js');

// Lists and objects in the place of a parameter change the text: `IN (?)`, `SET ?`.
function spelledOut(connection, text, values) {
  if (values === undefined) return { statement: text, values };
  const isNamed = !Array.isArray(values) && connection.config?.namedPlaceholders;
  const list = Array.isArray(values) ? values : isNamed ? Object.values(values) : [values];
  if (list.every(isSimple) && !text.includes('??')) return { statement: text, values: isNamed ? values : list };
  return { statement: connection.format(text, values), values: undefined };
}

function facts(connection, args) {
  const [first, second] = args;
  const text = isObject(first) ? first.sql : first;
  if (typeof text !== 'string') return undefined;
  const values = (isObject(first) ? first.values : undefined) ?? (typeof second === 'function' ? undefined : second);
  return { object: connection, ...spelledOut(connection, text, values ?? undefined) };
}

// An UPDATE that sets the values which a row has already affects no row, though it writes it.
const rowsOf = ({ affectedRows, info }) => Number(/^Rows matched: (\d+)/.exec(info)?.[1] ?? affectedRows);

// A list of rows, a summary of changes, or a list of these for several statements.
function outcomeOf(result) {
  if (Array.isArray(result)) return { rows: result.length };
  if (!isObject(result)) return {};
  const { affectedRows, insertId } = result;
  const rows = affectedRows === undefined ? undefined : rowsOf(result);
  return { rows, ...(insertId > 0 && { inserted: String(insertId), first: true }) };
}

function outcome(result) {
  const isPart = (one) => Array.isArray(one) || isSummary(one);
  const isSeveral = Array.isArray(result) && result.length > 0 && result.every(isPart);
  if (!isSeveral) return outcomeOf(result);
  return { rows: result.map((one) => outcomeOf(one).rows) };
}

const settings = ({ config }) => config;

function nameOf({ config = {} }) {
  const { host = 'localhost', port = 3306, socketPath, database = '' } = config;
  return socketPath ? `mysql://${socketPath}/${database}` : `mysql://${host}:${port}/${database}`;
}

// The class of connections that belong to no pool. Since 3.11.5 there is a second class of a pool's between the two.
function classOf(connection) {
  let Connection = connection.constructor;
  while (Connection.name.endsWith('PoolConnection')) Connection = Object.getPrototypeOf(Connection);
  return Connection;
}

/** Returns the second connection of open() as an object of the class `Connection`. */
function openAs(Connection, config) {
  const other = new Connection({ config });
  other.on('error', () => {});
  const call = (method, ...args) => new Promise((resolve, reject) => {
    other[method](...args, (error, result) => (error ? reject(error) : resolve(result)));
  });
  return { query: (text, values = []) => call('query', text, values), close: () => call('end') };
}

/** Sends a statement on the program's own connection. */
const control = (connection, text) => new Promise((resolve, reject) => {
  connection.query(text, (error, result) => (error ? reject(error) : resolve(result)));
});

const open = (connection, config) => openAs(classOf(connection), config);

module.exports = { control, facts, nameOf, open, openAs, outcome, readSchema: readMysql, settings };
