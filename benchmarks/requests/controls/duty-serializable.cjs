'use strict';
// Of two doctors one has to stay, at SERIALIZABLE and with a retry.
const TRIES = 5;

exports.about = 'SERIALIZABLE with a retry, against write skew';
exports.tables = `
  DROP TABLE IF EXISTS duty;
  CREATE TABLE duty (doctor text PRIMARY KEY, on_call boolean NOT NULL);
  INSERT INTO duty VALUES ('ann', true), ('bob', true)`;

async function leave(client, doctor) {
  await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
  const { rows } = await client.query('SELECT doctor FROM duty WHERE on_call');
  if (rows.length > 1) await client.query('UPDATE duty SET on_call = false WHERE doctor = $1', [doctor]);
  await client.query('COMMIT');
  return rows.length > 1;
}

async function leaveAtLast(client, doctor) {
  for (let left = TRIES; ; left--) {
    try {
      return await leave(client, doctor);
    } catch (error) {
      await client.query('ROLLBACK');
      if (error.code !== '40001' || left === 0) throw error;
    }
  }
}

exports.routes = (app, pool) => {
  app.post('/leave', async (req, res) => {
    const client = await pool.connect();
    try {
      const left = await leaveAtLast(client, req.body.doctor);
      return res.status(left ? 200 : 409).json({ left });
    } finally {
      client.release();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/leave', { doctor: 'ann' });
  await send('POST', '/leave', { doctor: 'bob' }, 409);
};
