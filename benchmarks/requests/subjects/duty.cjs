'use strict';
// Write skew: of two doctors one has to stay. Each request changes a row of its own, so REPEATABLE READ lets both pass.
exports.about = 'both doctors leave, at REPEATABLE READ';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS duty;
  CREATE TABLE duty (doctor text PRIMARY KEY, on_call boolean NOT NULL);
  INSERT INTO duty VALUES ('ann', true), ('bob', true)`;
exports.routes = (app, pool) => {
  app.post('/leave', async (req, res) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const { rows } = await client.query('SELECT doctor FROM duty WHERE on_call');
      const mayLeave = rows.length > 1;
      if (mayLeave) await client.query('UPDATE duty SET on_call = false WHERE doctor = $1', [req.body.doctor]);
      await client.query('COMMIT');
      return res.status(mayLeave ? 200 : 409).json({ left: mayLeave });
    } catch {
      await client.query('ROLLBACK');
      return res.status(503).json({ error: 'try again' });
    } finally {
      client.release();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/leave', { doctor: 'ann' });
  await send('POST', '/leave', { doctor: 'bob' }, 409);
};
exports.pair = (send, both) => both(['POST', '/leave', { doctor: 'ann' }], ['POST', '/leave', { doctor: 'bob' }]);
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
