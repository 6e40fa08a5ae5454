'use strict';
// Orders. A change may name the status or the version that it expects.
const { database, expressApp, listen } = require('./common.cjs');

const db = database('orders');
const app = expressApp();

app.post('/orders', async (req, res) => {
  const { item, user } = req.body;
  await db.query('INSERT INTO orders (item, owner) VALUES ($1, $2)', [item, user]);
  res.json({ ok: true });
});

app.get('/orders/:id', async (req, res) => {
  const { rows: [row] } = await db.query('SELECT status, address, version FROM orders WHERE id = $1', [req.params.id]);
  res.json(row);
});

const changeStatus = (id, { status }) => db.query('UPDATE orders SET status = $2 WHERE id = $1', [id, status]);
const changeStatusFrom = (id, { status, from }) =>
  db.query('UPDATE orders SET status = $2 WHERE id = $1 AND status = $3', [id, status, from]);
const changeAddress = (id, { address }) => db.query('UPDATE orders SET address = $2 WHERE id = $1', [id, address]);
const changeVersion = (id, { status = null, address = null, version }) => db.query(
  `UPDATE orders SET status = coalesce($2, status), address = coalesce($3, address), version = version + 1
   WHERE id = $1 AND version = $4`, [id, status, address, version]);

function changeOf({ status, from, version }) {
  if (version !== undefined) return changeVersion;
  if (from !== undefined) return changeStatusFrom;
  return status === undefined ? changeAddress : changeStatus;
}

app.put('/orders/:id', async (req, res) => {
  const { rowCount } = await changeOf(req.body)(req.params.id, req.body);
  res.status(rowCount === 1 ? 200 : 409).json({ ok: rowCount === 1 });
});

listen(app);
