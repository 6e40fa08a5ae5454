'use strict';
// Reads the keys of a Redis database with their values, as rows of one table: all of them in a small database, else
// those that the requests name.

const { FLOW } = require('../../../../trace/protocol.js');
const { parsedJson } = require('../../../../trace/json.js');

const MOST_KEYS = 10_000;

const pairs = (list) => {
  const result = {};
  for (let index = 0; index < list.length; index += 2) result[list[index]] = list[index + 1];
  return result;
};

const READ = {
  string: async (query, key) => structured(await query('GET', [key])),
  hash: async (query, key) => {
    const all = await query('HGETALL', [key]);
    const fields = Object.entries(Array.isArray(all) ? pairs(all) : { ...all });
    return Object.fromEntries(fields.map(([name, text]) => [name, structured(text)]));
  },
  list: async (query, key) => (await query('LRANGE', [key, '0', '-1'])).map(structured),
  set: async (query, key) => [...await query('SMEMBERS', [key])].sort(),
  // Entries carry the flow of the request that added them.
  stream: async (query, key) => (await query('XRANGE', [key, '-', '+'])).map(([, fields]) => {
    const { [FLOW]: _, ...own } = Array.isArray(fields) ? pairs(fields) : { ...fields };
    return own;
  }),
  // A member is nothing without its score. Newer protocols give pairs.
  zset: async (query, key) => {
    const all = await query('ZRANGE', [key, '0', '-1', 'WITHSCORES']);
    return Array.isArray(all[0]) ? all : Object.entries(pairs(all));
  },
};

// A session or a cached object is mostly JSON: its fields are compared one by one.
function structured(text) {
  const value = parsedJson(text);
  return value !== null && typeof value === 'object' ? value : text;
}

async function allKeys(query) {
  const keys = new Set();
  let cursor = '0';
  do {
    const [next, found] = await query('SCAN', [cursor, 'COUNT', '1000']);
    for (const key of found) keys.add(String(key));
    cursor = String(next);
  } while (cursor !== '0');
  return [...keys].sort();
}

// Keys of BullMQ begin with those of a queue, whose "meta" tells the package. They have ids and times of jobs, in the
// order in which these were added: the program's own state is in what jobs do.
async function ownKeys(query, keys) {
  const queues = [];
  for (const key of keys.filter((one) => one.endsWith(':meta'))) {
    const isQueue = await query('HEXISTS', [key, 'opts.maxLenEvents']).catch(() => 0);
    if (Number(isQueue) === 1) queues.push(key.slice(0, -'meta'.length));
  }
  return keys.filter((key) => !queues.some((prefix) => key.startsWith(prefix)));
}

/**
 * Returns a reader over `connection`, which a store opened. Of a large database read(table, named) reads what is there
 * of the keys in `named`: a database may have millions of others.
 */
function readerOf(connection) {
  const query = (name, args) => connection.query(name, args);
  let isLarge; // decided once, so that all states of a run have the same keys
  const keysAmong = async (named) => {
    isLarge ??= Number(await query('DBSIZE', [])) > MOST_KEYS;
    return isLarge ? named : allKeys(query);
  };
  return {
    async read(_, named = []) {
      const keys = await ownKeys(query, await keysAmong(named));
      const rows = [];
      for (const key of keys) {
        const type = String(await query('TYPE', [key]));
        if (type === 'none') continue; // it has expired, or is no key
        const value = await READ[type]?.(query, key);
        rows.push({ key, value, expires: Number(await query('PTTL', [key])) >= 0 });
      }
      return { rows, primary: ['key'] };
    },
    waits: async () => [],
    close: () => connection.close(),
  };
}

module.exports = { readerOf, structured };
