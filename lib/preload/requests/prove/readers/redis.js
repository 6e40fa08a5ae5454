'use strict';
// Reads all keys of a Redis database with their values, as rows of one table.

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
    return Array.isArray(all) ? pairs(all) : { ...all };
  },
  list: (query, key) => query('LRANGE', [key, '0', '-1']),
  set: async (query, key) => [...await query('SMEMBERS', [key])].sort(),
  zset: (query, key) => query('ZRANGE', [key, '0', '-1', 'WITHSCORES']),
};

// A session or a cached object is mostly JSON: its fields are compared one by one.
function structured(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}

async function allKeys(query) {
  const keys = new Set();
  let cursor = '0';
  do {
    const [next, found] = await query('SCAN', [cursor, 'COUNT', '1000']);
    for (const key of found) keys.add(String(key));
    cursor = String(next);
  } while (cursor !== '0' && keys.size <= MOST_KEYS);
  return [...keys].sort();
}

/** Returns a reader over `connection`, which a store opened. */
function readerOf(connection) {
  const query = (name, args) => connection.query(name, args);
  return {
    async read() {
      const keys = await allKeys(query);
      const rows = [];
      for (const key of keys.slice(0, MOST_KEYS)) {
        const type = String(await query('TYPE', [key]));
        if (type === 'none') continue; // it has expired
        const value = await READ[type]?.(query, key);
        rows.push({ key, value, expires: Number(await query('PTTL', [key])) >= 0 });
      }
      return { rows, primary: ['key'], cut: keys.length > MOST_KEYS || undefined };
    },
    waits: async () => [],
    close: () => connection.close(),
  };
}

module.exports = { readerOf, structured };
