'use strict';
// The connector of MariaDB: its connections, which its pool, its promises and its callbacks call.

const { readMysql } = require('../schemas/mysql.js');
const { replaced } = require('./mariadb-bundle.js');
const { isObject, isSimple, isSummary } = require('./mysql-values.js');

// The program's own settings change the form of results.
const PLAIN = {
  rowsAsArray: false, metaAsArray: false, nestTables: false, namedPlaceholders: false, typeCast: undefined,
  bigIntAsNumber: true, insertIdAsNumber: true, decimalAsNumber: false,
};
const OF_BATCH = 4; // arguments by which batch() calls execute()

// Lists and objects in the place of a parameter change the text: `IN (?)`.
function valuesOf(values, isNamed) {
  if (values === undefined || values === null) return undefined;
  if (isNamed && !Array.isArray(values)) return values;
  const list = Array.isArray(values) ? values : [values];
  return list.every(isSimple) ? list : undefined;
}

function factsOf(object, { sql, values, opts }, more) {
  if (typeof sql !== 'string') return undefined;
  const isNamed = opts?.namedPlaceholders ?? object.opts?.namedPlaceholders;
  return { object, statement: sql, values: valuesOf(values, isNamed), ...more };
}

function facts(self, args, { function: name }) {
  const [first, second] = args;
  if (name.endsWith('_QUERY_CMD')) return isObject(second) ? factsOf(first, second, { callbackOn: second }) : undefined;
  if (!name.endsWith('prototype.execute')) return isObject(first) ? factsOf(self, first) : undefined;
  return args.length === OF_BATCH || !self.conn ? undefined : factsOf(self.conn, { sql: self.query, values: first });
}

// With metaAsArray a result comes in a list with its columns.
function withoutColumns(result) {
  const isPair = Array.isArray(result) && result.length === 2 && Array.isArray(result[1]) && !('meta' in result);
  return isPair && (Array.isArray(result[0]) || isSummary(result[0])) ? result[0] : result;
}

const rowsOf = (result) => (Array.isArray(result) ? result.length : result?.affectedRows);

// A list of rows, a summary of changes, or a list of these for several statements.
function outcome(given) {
  const result = withoutColumns(given);
  const isPart = (one) => Array.isArray(one) || isSummary(one);
  const isSeveral = Array.isArray(result) && !('meta' in result) && result.length > 0 && result.every(isPart);
  if (isSeveral) return { rows: result.map(rowsOf) };
  const inserted = isSummary(result) ? Number(result.insertId) : 0;
  return { rows: rowsOf(result), ...(inserted > 0 && { inserted: String(result.insertId), first: true }) };
}

const settings = ({ opts }) => opts;

function nameOf({ opts = {} }) {
  const { host = 'localhost', port = 3306, socketPath, database = '' } = opts;
  return socketPath ? `mysql://${socketPath}/${database}` : `mysql://${host}:${port}/${database}`;
}

async function open(connection, opts) {
  const own = Object.assign(Object.create(Object.getPrototypeOf(opts)), opts, PLAIN);
  const other = new connection.constructor(own);
  other.on('error', () => {});
  await other.connect();
  const call = (method, parameter) => new Promise((resolve, reject) => { other[method](parameter, resolve, reject); });
  return { query: (sql, values = []) => call('query', { sql, values, opts: PLAIN }), close: () => call('end', {}) };
}

module.exports = { facts, nameOf, open, outcome, readSchema: readMysql, replaced, settings };
