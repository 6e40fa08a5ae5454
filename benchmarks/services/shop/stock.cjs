'use strict';
// Seats of trains, and parcels. The argument of each route is the number that the caller has computed.
const { database, fastifyApp, listen } = require('./common.cjs');

const db = database('stock');
const app = fastifyApp();

app.get('/seats/:train', async ({ params }) => {
  const { rows: [row] } = await db.query('SELECT seats_left FROM train WHERE id = $1', [params.train]);
  return { left: row.seats_left };
});

app.put('/seats/:train', async ({ params, body }) => {
  await db.query('UPDATE train SET seats_left = $2 WHERE id = $1', [params.train, body.left]);
  return { ok: true };
});

app.post('/seats/:train/take', async ({ params }, reply) => {
  const { rowCount } = await db.query('UPDATE train SET seats_left = seats_left - 1 WHERE id = $1 AND seats_left > 0', [params.train]);
  return reply.code(rowCount === 1 ? 200 : 409).send({ ok: rowCount === 1 });
});

app.post('/parcels', async ({ body }) => {
  await db.query('INSERT INTO parcel (ordered, address) VALUES ($1, $2)', [body.order, body.address]);
  return { ok: true };
});

listen(app);
