'use strict';
// The unique name with an index, whose error becomes 409.
exports.about = 'unique index with 409';
exports.tables = `
  DROP TABLE IF EXISTS account;
  CREATE TABLE account (id serial PRIMARY KEY, name text UNIQUE NOT NULL)`;
exports.routes = (app, pool) => {
  app.post('/accounts', async (req, res) => {
    const { name } = req.body;
    const { rows } = await pool.query('SELECT id FROM account WHERE name = $1', [name]);
    if (rows.length > 0) return res.status(400).json({ error: 'this name is taken' });
    try {
      const made = await pool.query('INSERT INTO account (name) VALUES ($1) RETURNING id', [name]);
      return res.status(201).json(made.rows[0]);
    } catch (error) {
      if (error.code !== '23505') throw error;
      return res.status(409).json({ error: 'taken' });
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/accounts', { name: 'ann' }, 201);
  await send('POST', '/accounts', { name: 'bob' }, 201);
};
