'use strict';
// Payments, a ledger, and charges by key. A payment asks the orders by itself.
const { call, database, fastifyApp, isFixed, listen } = require('./common.cjs');

const db = database('payment');
const app = fastifyApp();

app.post('/payments', async ({ body: { order } }, reply) => {
  if (isFixed) {
    const { ok } = await call('orders', 'PUT', `/orders/${order}`, { status: 'paying', from: 'new' });
    if (!ok) return reply.code(409).send({ ok: false });
  } else if ((await call('orders', 'GET', `/orders/${order}`)).body.status !== 'new') return reply.code(409).send({ ok: false });
  await db.query('INSERT INTO payment (ordered, refunded) VALUES ($1, false)', [order]);
  await call('orders', 'PUT', `/orders/${order}`, isFixed ? { status: 'paid', from: 'paying' } : { status: 'paid' });
  return { ok: true };
});

app.post('/payments/:order/refund', async ({ params }) => {
  await db.query('UPDATE payment SET refunded = true WHERE ordered = $1', [params.order]);
  return { ok: true };
});

app.post('/payments/:order/credit', async ({ params }) => {
  await db.query('INSERT INTO ledger (source, target, amount) VALUES ($1, $2, $3)', ['shop', `order ${params.order}`, 10]);
  return { ok: true };
});

app.post('/ledger', async ({ body: { from, to, amount } }) => {
  await db.query('INSERT INTO ledger (source, target, amount) VALUES ($1, $2, $3)', [from, to, amount]);
  return { ok: true };
});

app.get('/charges/:key', async ({ params }) => {
  const { rows } = await db.query('SELECT amount FROM charge WHERE key = $1', [params.key]);
  return { found: rows.length > 0 };
});

app.post('/charges', async ({ body: { key, amount } }, reply) => {
  const { rowCount } = await db.query('INSERT INTO charge (key, amount) VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, amount]);
  return reply.code(rowCount === 1 ? 200 : 409).send({ ok: rowCount === 1 });
});

listen(app);
