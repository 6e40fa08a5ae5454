'use strict';
// A name that must be unique: SELECT, then INSERT, without a unique index.
exports.about = 'two users get one name';
exports.loss = ['duplicate', 'double use'];
exports.tables = `
  DROP TABLE IF EXISTS member;
  CREATE TABLE member (id serial PRIMARY KEY, name text NOT NULL)`;
exports.routes = (app, pool) => {
  app.post('/members', async (req, res) => {
    const { name } = req.body;
    const { rows } = await pool.query('SELECT id FROM member WHERE name = $1', [name]);
    if (rows.length > 0) return res.status(409).json({ error: 'taken' });
    const made = await pool.query('INSERT INTO member (name) VALUES ($1) RETURNING id', [name]);
    return res.status(201).json(made.rows[0]);
  });
};
exports.traffic = async (send) => {
  await send('POST', '/members', { name: 'ann' }, 201);
  await send('POST', '/members', { name: 'bob' }, 201);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM member')).rows.length > 1;
