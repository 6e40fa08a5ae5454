'use strict';
// A pool of one connection whose requests give up before a held one lets the connection go.
exports.about = 'pool of one connection with a short time limit';
exports.tables = `
  DROP TABLE IF EXISTS wallet;
  CREATE TABLE wallet (owner text PRIMARY KEY, balance integer NOT NULL);
  INSERT INTO wallet VALUES ('ann', 100)`;
exports.routes = (app) => {
  const pool = new (require('pg').Pool)({
    connectionString: process.env.DATABASE_URL, max: 1, connectionTimeoutMillis: 400, allowExitOnIdle: true,
  });
  app.post('/withdraw', async (req, res) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows: [{ balance }] } = await client.query('SELECT balance FROM wallet WHERE owner = $1', [req.body.owner]);
      const isEnough = balance >= req.body.amount;
      if (isEnough) await client.query('UPDATE wallet SET balance = $2 WHERE owner = $1', [req.body.owner, balance - req.body.amount]);
      await client.query('COMMIT');
      res.status(isEnough ? 200 : 402).json({ ok: isEnough });
    } finally {
      client.release();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/withdraw', { owner: 'ann', amount: 80 });
  await send('POST', '/withdraw', { owner: 'ann', amount: 80 }, 402);
};
