'use strict';
// Reads keys of memcached as rows of one table. Keys cannot be listed, so those that the requests name are read.
const { structured } = require('./redis.js');

/** Returns a reader over `connection`, which a store opened; read(table, keys). */
const readerOf = (connection) => ({
  async read(_, keys) {
    const rows = [];
    for (const key of keys) {
      const value = await connection.query('get', [key]);
      if (value !== undefined && value !== false) rows.push({ key, value: structured(value) });
    }
    return { rows, primary: ['key'] };
  },
  waits: async () => [],
  close: () => connection.close(),
});

module.exports = { readerOf };
