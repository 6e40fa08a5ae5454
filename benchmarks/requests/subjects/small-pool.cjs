'use strict';
// A code that works once: SELECT, then UPDATE, over a pool of one connection. Statements of two requests take turns.
exports.about = 'a code is used twice in spite of a pool of one connection';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS code;
  CREATE TABLE code (id text PRIMARY KEY, used boolean NOT NULL);
  INSERT INTO code VALUES ('X', false)`;
exports.routes = (app) => {
  const pool = new (require('pg').Pool)({ connectionString: process.env.DATABASE_URL, max: 1, allowExitOnIdle: true });
  app.post('/codes/:id/use', async (req, res) => {
    const { rows: [code] } = await pool.query('SELECT used FROM code WHERE id = $1', [req.params.id]);
    if (code.used) return res.status(409).json({ error: 'used' });
    await pool.query('UPDATE code SET used = true WHERE id = $1', [req.params.id]);
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/codes/X/use', {});
  await send('POST', '/codes/X/use', {}, 409);
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
