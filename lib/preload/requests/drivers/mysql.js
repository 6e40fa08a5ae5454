'use strict';
// mysql: queries of a connection, which its pool calls with query objects.

const mysql2 = require('./mysql2.js');

// The class of connections that belong to no pool, from which a pool's inherits by its prototype only.
function classOf(connection) {
  let own = Object.getPrototypeOf(connection);
  while (own.constructor.name !== 'Connection') own = Object.getPrototypeOf(own);
  return own.constructor;
}

// The caller gets the query object even if the query is held, and may listen to it or show its text.
function queryOf(connection, args) {
  const [sql] = args;
  const query = classOf(connection).createQuery(...args);
  if (query === sql) return query;
  if (typeof sql !== 'object' || !('typeCast' in sql)) query.typeCast = connection.config.typeCast;
  return query;
}

function facts(connection, args) {
  const query = queryOf(connection, args);
  if (typeof query.sql !== 'string') return undefined;
  Object.defineProperty(query, 'submit', { value: () => {}, configurable: true });
  return { ...mysql2.facts(connection, [query.sql, query.values]), args: [query] };
}

const open = (connection, config) => mysql2.openAs(classOf(connection), config);

module.exports = { ...mysql2, facts, open };
