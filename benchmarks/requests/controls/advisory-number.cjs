'use strict';
// The unique name behind an advisory lock whose number the analysis does not know, so the database has to tell.
exports.about = 'advisory lock by a number that is computed';
exports.tables = `
  DROP TABLE IF EXISTS member;
  CREATE TABLE member (id serial PRIMARY KEY, name text NOT NULL)`;
exports.routes = (app, pool) => {
  app.post('/members', async (req, res) => {
    const { name } = req.body;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock(length($1) + 7)', [name]);
      const { rows } = await client.query('SELECT id FROM member WHERE name = $1', [name]);
      if (rows.length > 0) {
        await client.query('ROLLBACK');
        return res.status(409).json({ error: 'taken' });
      }
      const made = await client.query('INSERT INTO member (name) VALUES ($1) RETURNING id', [name]);
      await client.query('COMMIT');
      return res.status(201).json(made.rows[0]);
    } finally {
      client.release();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/members', { name: 'ann' }, 201);
};
