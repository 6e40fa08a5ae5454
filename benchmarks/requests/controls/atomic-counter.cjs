'use strict';
// The counter by one UPDATE.
exports.about = 'UPDATE n = n + 1';
exports.tables = `
  DROP TABLE IF EXISTS counter;
  CREATE TABLE counter (name text PRIMARY KEY, n integer NOT NULL);
  INSERT INTO counter VALUES ('hits', 0)`;
exports.routes = (app, pool) => {
  app.post('/hit/:name', async (req, res) => {
    const { rows } = await pool.query('SELECT n FROM counter WHERE name = $1', [req.params.name]);
    if (rows.length === 0) return res.status(404).json({});
    await pool.query('UPDATE counter SET n = n + 1 WHERE name = $1', [req.params.name]);
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/hit/hits', {});
};
