'use strict';
// A limit over rows: COUNT, then INSERT.
exports.about = 'more seats are sold than there are';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS booking;
  CREATE TABLE booking (id serial PRIMARY KEY, show integer, who text);
  INSERT INTO booking (show, who) VALUES (7, 'zoe')`;
exports.routes = (app, pool) => {
  app.post('/shows/:show/bookings', async (req, res) => {
    const { show } = req.params;
    const { rows: [{ count }] } = await pool.query('SELECT count(*)::int FROM booking WHERE show = $1', [show]);
    if (count >= 2) return res.status(409).json({ error: 'sold out' });
    const { rows: [row] } = await pool.query('INSERT INTO booking (show, who) VALUES ($1, $2) RETURNING id', [show, req.body.who]);
    return res.status(201).json({ id: row.id });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/shows/7/bookings', { who: 'ann' }, 201);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM booking')).rows.length > 2;
