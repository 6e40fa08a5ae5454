'use strict';
// An order is paid by one handler and cancelled by another, each with a lock on its row, or by a condition.
exports.about = 'FOR UPDATE in one handler, a condition on the state in the other';
exports.tables = `
  DROP TABLE IF EXISTS orders;
  CREATE TABLE orders (id integer PRIMARY KEY, state text NOT NULL);
  INSERT INTO orders VALUES (1, 'open'), (2, 'open')`;
exports.routes = (app, pool) => {
  app.post('/orders/:id/pay', async (req, res) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows: [{ state }] } = await client.query('SELECT state FROM orders WHERE id = $1 FOR UPDATE', [req.params.id]);
      if (state === 'open') await client.query('UPDATE orders SET state = $2 WHERE id = $1', [req.params.id, 'paid']);
      await client.query('COMMIT');
      return res.status(state === 'open' ? 200 : 409).end();
    } finally {
      client.release();
    }
  });
  app.post('/orders/:id/cancel', async (req, res) => {
    const { rows: [order] } = await pool.query('SELECT state FROM orders WHERE id = $1', [req.params.id]);
    if (order.state !== 'open') return res.status(409).end();
    const { rowCount } = await pool.query(
      "UPDATE orders SET state = 'cancelled' WHERE id = $1 AND state = 'open'", [req.params.id]);
    return res.status(rowCount === 1 ? 200 : 409).end();
  });
};
exports.traffic = async (send) => {
  await send('POST', '/orders/1/pay', {});
  await send('POST', '/orders/1/cancel', {}, 409);
  await send('POST', '/orders/2/cancel', {});
  await send('POST', '/orders/2/pay', {}, 409);
};
