'use strict';
// The wallet at SERIALIZABLE, with a retry.
exports.about = 'SERIALIZABLE with retry';
exports.tables = `
  DROP TABLE IF EXISTS wallet, withdrawal;
  CREATE TABLE wallet (owner text PRIMARY KEY, balance integer NOT NULL);
  CREATE TABLE withdrawal (id serial PRIMARY KEY, owner text, amount integer);
  INSERT INTO wallet VALUES ('ann', 100)`;

async function withdraw(client, { owner, amount }) {
  await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
  try {
    const { rows: [{ balance }] } = await client.query('SELECT balance FROM wallet WHERE owner = $1', [owner]);
    if (balance >= amount) {
      await client.query('UPDATE wallet SET balance = balance - $2 WHERE owner = $1', [owner, amount]);
      await client.query('INSERT INTO withdrawal (owner, amount) VALUES ($1, $2)', [owner, amount]);
    }
    await client.query('COMMIT');
    return balance >= amount;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

exports.routes = (app, pool) => {
  app.post('/withdraw', async (req, res) => {
    const client = await pool.connect();
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const done = await withdraw(client, req.body);
          return done ? res.json({ ok: true }) : res.status(402).json({ error: 'not enough' });
        } catch (error) {
          if (error.code !== '40001' || attempt > 5) throw error;
        }
      }
    } finally {
      client.release();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/withdraw', { owner: 'ann', amount: 80 });
  await send('POST', '/withdraw', { owner: 'ann', amount: 80 }, 402);
};
