'use strict';
// The readers of stores, by dialect. Another one reads as those in this folder do.
const files = require('./files.js');
const memcached = require('./memcached.js');
const redis = require('./redis.js');
const sql = require('./sql.js');

/** Resolves to {read(table), waits(), close()} for a store of the recorder, or to undefined if there is no reader. */
async function openReader(store) {
  if (store.dialect === 'files') return files.readerOf(store);
  const connection = await store.open();
  if (store.dialect === 'memcached') return memcached.readerOf(connection);
  return store.dialect === 'redis' ? redis.readerOf(connection) : sql.readerOf(store, connection);
}

module.exports = { openReader };
