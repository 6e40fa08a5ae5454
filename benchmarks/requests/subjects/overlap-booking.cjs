'use strict';
// INSERT ... SELECT ... WHERE NOT EXISTS is one statement, and two of them overlap under READ COMMITTED.
exports.about = 'a slot booked twice by one statement that looks first';
exports.loss = ['double use', 'duplicate', 'extra row'];
exports.tables = `
  DROP TABLE IF EXISTS booking;
  CREATE TABLE booking (id serial PRIMARY KEY, slot int NOT NULL, who text NOT NULL)`;
exports.routes = (app, pool) => {
  app.post('/book', async (req, res) => {
    const { rowCount } = await pool.query(`INSERT INTO booking (slot, who) SELECT $1, $2
      WHERE NOT EXISTS (SELECT 1 FROM booking WHERE slot = $1)`, [req.body.slot, req.body.who]);
    return res.status(rowCount === 1 ? 201 : 409).json({ booked: rowCount === 1 });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/book', { slot: 4, who: 'ann' }, 201);
  await send('POST', '/book', { slot: 4, who: 'bob' }, 409);
};
exports.pair = (send, both) => both(['POST', '/book', { slot: 4, who: 'ann' }], ['POST', '/book', { slot: 4, who: 'bob' }]);
exports.harm = async ({ pool }) => (await pool.query('SELECT 1 FROM booking')).rowCount > 1;
