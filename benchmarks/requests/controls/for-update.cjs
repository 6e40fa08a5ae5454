'use strict';
// The wallet with SELECT ... FOR UPDATE.
exports.about = 'SELECT ... FOR UPDATE';
exports.tables = `
  DROP TABLE IF EXISTS wallet, withdrawal;
  CREATE TABLE wallet (owner text PRIMARY KEY, balance integer NOT NULL);
  CREATE TABLE withdrawal (id serial PRIMARY KEY, owner text, amount integer);
  INSERT INTO wallet VALUES ('ann', 100)`;
exports.routes = (app, pool) => {
  app.post('/withdraw', async (req, res) => {
    const { owner, amount } = req.body;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows: [{ balance }] } = await client.query('SELECT balance FROM wallet WHERE owner = $1 FOR UPDATE', [owner]);
      if (balance < amount) {
        await client.query('ROLLBACK');
        return res.status(402).json({ error: 'not enough' });
      }
      await client.query('UPDATE wallet SET balance = balance - $2 WHERE owner = $1', [owner, amount]);
      await client.query('INSERT INTO withdrawal (owner, amount) VALUES ($1, $2)', [owner, amount]);
      await client.query('COMMIT');
      return res.json({ ok: true });
    } finally {
      client.release();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/withdraw', { owner: 'ann', amount: 80 });
  await send('POST', '/withdraw', { owner: 'ann', amount: 80 }, 402);
};
