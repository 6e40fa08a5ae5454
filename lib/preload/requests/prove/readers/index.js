'use strict';
// The readers of stores, by dialect. Another one reads as sql.js or redis.js do.
const redis = require('./redis.js');
const sql = require('./sql.js');

/** Returns {read(table), waits(), close()} over a connection to `store`, or undefined if its dialect has no reader. */
function readerOf(store, connection) {
  return store.dialect === 'redis' ? redis.readerOf(connection) : sql.readerOf(store, connection);
}

module.exports = { readerOf };
