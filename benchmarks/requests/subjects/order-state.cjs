'use strict';
// An order is paid by one handler and cancelled by another. The test only cancels one that is not paid, and then tries
// to pay it, so no recorded statement of the payment conflicts with the cancellation.
exports.about = 'an order is paid and cancelled';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS orders;
  CREATE TABLE orders (id integer PRIMARY KEY, state text NOT NULL);
  INSERT INTO orders VALUES (1, 'open'), (2, 'open')`;
exports.routes = (app, pool) => {
  const moves = (to) => async (req, res) => {
    const { rows: [order] } = await pool.query('SELECT state FROM orders WHERE id = $1', [req.params.id]);
    if (order.state !== 'open') return res.status(409).json({ error: order.state });
    await pool.query('UPDATE orders SET state = $2 WHERE id = $1', [req.params.id, to]);
    return res.json({ state: to });
  };
  app.post('/orders/:id/pay', moves('paid'));
  app.post('/orders/:id/cancel', moves('cancelled'));
};
exports.traffic = async (send) => {
  await send('POST', '/orders/1/pay', {});
  await send('POST', '/orders/2/cancel', {});
  await send('POST', '/orders/2/pay', {}, 409);
};
exports.pair = (send, both) => both(['POST', '/orders/1/pay', {}], ['POST', '/orders/1/cancel', {}]);
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
