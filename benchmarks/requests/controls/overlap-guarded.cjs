'use strict';
// The same statement with a unique index, at SERIALIZABLE, and behind a lock: the database decides what overlaps.
exports.about = 'the same statement with a unique index, at SERIALIZABLE, and behind a lock';
exports.tables = `
  DROP TABLE IF EXISTS booking, strict, locked;
  CREATE TABLE booking (id serial PRIMARY KEY, slot int NOT NULL UNIQUE, who text NOT NULL);
  CREATE TABLE strict (id serial PRIMARY KEY, slot int NOT NULL, who text NOT NULL);
  CREATE TABLE locked (id serial PRIMARY KEY, slot int NOT NULL, who text NOT NULL)`;
const insert = (table) => `INSERT INTO ${table} (slot, who) SELECT $1, $2
  WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE slot = $1)`;
const CODES = new Set(['23505', '40001']);
exports.routes = (app, pool) => {
  const { Pool } = require('pg');
  const strict = new Pool({ connectionString: process.env.DATABASE_URL, options: '-c default_transaction_isolation=serializable', allowExitOnIdle: true });
  const run = (path, own, table, text) => app.post(path, async (req, res) => {
    try {
      const { rowCount } = await own.query(text ?? insert(table), [req.body.slot, req.body.who]);
      return res.status(rowCount === 1 ? 201 : 409).json({ booked: rowCount === 1 });
    } catch (error) {
      return res.status(CODES.has(error.code) ? 409 : 500).json({ booked: false });
    }
  });
  run('/unique', pool, 'booking');
  run('/strict', strict, 'strict');
  app.post('/locked', async (req, res) => {
    const client = await pool.connect();
    try {
      await client.query('SELECT pg_advisory_lock(7)');
      const { rowCount } = await client.query(insert('locked'), [req.body.slot, req.body.who]);
      await client.query('SELECT pg_advisory_unlock(7)');
      return res.status(rowCount === 1 ? 201 : 409).json({ booked: rowCount === 1 });
    } finally { client.release(); }
  });
};
exports.traffic = async (send) => {
  for (const path of ['/unique', '/strict', '/locked']) {
    await send('POST', path, { slot: 4, who: 'ann' }, 201);
    await send('POST', path, { slot: 4, who: 'bob' }, 409);
  }
};
