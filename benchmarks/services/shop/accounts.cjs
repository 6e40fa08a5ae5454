'use strict';
// Accounts of a bank.
const { database, fastifyApp, listen } = require('./common.cjs');

const db = database('accounts');
const app = fastifyApp();
const told = (reply, { rowCount }) => reply.code(rowCount === 1 ? 200 : 409).send({ ok: rowCount === 1 });

app.get('/accounts/:id', async ({ params }) => {
  const { rows: [row] } = await db.query('SELECT balance FROM account WHERE id = $1', [params.id]);
  return { balance: row?.balance ?? 0 };
});

app.put('/accounts/:id', async ({ params, body }, reply) =>
  told(reply, await db.query('UPDATE account SET balance = $2 WHERE id = $1', [params.id, body.balance])));

app.post('/accounts/:id/add', async ({ params, body }, reply) =>
  told(reply, await db.query('UPDATE account SET balance = balance + $2 WHERE id = $1', [params.id, body.amount])));

app.post('/accounts/:id/debit', async ({ params, body }, reply) => told(reply, await db.query(
  'UPDATE account SET balance = balance - $2 WHERE id = $1 AND balance >= $2', [params.id, body.amount])));

app.delete('/accounts/:id', async ({ params }, reply) =>
  told(reply, await db.query('DELETE FROM account WHERE id = $1', [params.id])));

app.post('/accounts/:id/close', async ({ params }) => {
  const { rows: [row] } = await db.query('DELETE FROM account WHERE id = $1 RETURNING balance', [params.id]);
  return { balance: row?.balance ?? 0 };
});

listen(app);
