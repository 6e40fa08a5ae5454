'use strict';
// The same with a unique index whose error nobody handles.
exports.about = 'a unique violation becomes 500';
exports.loss = ['error'];
exports.tables = `
  DROP TABLE IF EXISTS account;
  CREATE TABLE account (id serial PRIMARY KEY, name text UNIQUE NOT NULL)`;
exports.routes = (app, pool) => {
  app.post('/accounts', async (req, res) => {
    const { name } = req.body;
    const { rows } = await pool.query('SELECT id FROM account WHERE name = $1', [name]);
    if (rows.length > 0) return res.status(409).json({ error: 'taken' });
    await pool.query('INSERT INTO account (name) VALUES ($1)', [name]);
    return res.status(201).json({ name });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/accounts', { name: 'ann' }, 201);
};
exports.harm = async ({ statuses }) => statuses.includes(500);
