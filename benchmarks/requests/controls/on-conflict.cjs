'use strict';
// The unique name by INSERT ... ON CONFLICT DO NOTHING.
exports.about = 'INSERT ... ON CONFLICT';
exports.tables = `
  DROP TABLE IF EXISTS account;
  CREATE TABLE account (id serial PRIMARY KEY, name text UNIQUE NOT NULL)`;
exports.routes = (app, pool) => {
  app.post('/accounts', async (req, res) => {
    const { name } = req.body;
    const { rows } = await pool.query('INSERT INTO account (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING id', [name]);
    if (rows.length === 0) return res.status(409).json({ error: 'taken' });
    const { rows: [{ id }] } = await pool.query('SELECT id FROM account WHERE name = $1', [name]);
    return res.status(201).json({ id });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/accounts', { name: 'ann' }, 201);
};
