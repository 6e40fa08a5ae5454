'use strict';
// Users, their notes, and what they may rent.
const { database, expressApp, listen } = require('./common.cjs');

const db = database('users');
const app = expressApp();

app.get('/users/:name', async (req, res) => {
  const { rows } = await db.query('SELECT id FROM member WHERE name = $1', [req.params.name]);
  res.json({ found: rows.length > 0 });
});

app.post('/users', async (req, res) => {
  await db.query('INSERT INTO member (name) VALUES ($1)', [req.body.name]);
  res.json({ ok: true });
});

app.post('/unique', async (req, res) => {
  const { rowCount } = await db.query('INSERT INTO unique_member (name) VALUES ($1) ON CONFLICT DO NOTHING', [req.body.name]);
  res.status(rowCount === 1 ? 200 : 409).json({ ok: rowCount === 1 });
});

app.post('/notes', async (req, res) => {
  await db.query('INSERT INTO note (text) VALUES ($1)', [req.body.text]);
  res.json({ ok: true });
});

app.post('/quotas/:name/take', async (req, res) => {
  const { rowCount } = await db.query('UPDATE quota SET rented = rented + 1 WHERE name = $1 AND rented < 2', [req.params.name]);
  res.status(rowCount === 1 ? 200 : 409).json({ ok: rowCount === 1 });
});

listen(app);
