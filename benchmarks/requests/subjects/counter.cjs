'use strict';
// A counter that is read, incremented in JavaScript and written.
exports.about = 'an increment is lost';
exports.loss = ['lost update'];
exports.tables = `
  DROP TABLE IF EXISTS counter;
  CREATE TABLE counter (name text PRIMARY KEY, n integer NOT NULL);
  INSERT INTO counter VALUES ('hits', 0)`;
exports.routes = (app, pool) => {
  app.post('/hit/:name', async (req, res) => {
    const { name } = req.params;
    const { rows: [{ n }] } = await pool.query('SELECT n FROM counter WHERE name = $1', [name]);
    await pool.query('UPDATE counter SET n = $1 WHERE name = $2', [n + 1, name]);
    res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/hit/hits', {});
};
exports.harm = async ({ pool }) => (await pool.query('SELECT n FROM counter')).rows[0].n < 2;
