'use strict';
// The counter behind a lock in the process.
exports.about = 'lock in the process';
exports.tables = `
  DROP TABLE IF EXISTS counter;
  CREATE TABLE counter (name text PRIMARY KEY, n integer NOT NULL);
  INSERT INTO counter VALUES ('hits', 0)`;
exports.routes = (app, pool) => {
  let last = Promise.resolve();
  const alone = (action) => {
    const result = last.then(action);
    last = result.catch(() => {});
    return result;
  };
  app.post('/hit/:name', async (req, res) => {
    const { name } = req.params;
    await alone(async () => {
      const { rows: [{ n }] } = await pool.query('SELECT n FROM counter WHERE name = $1', [name]);
      await pool.query('UPDATE counter SET n = $1 WHERE name = $2', [n + 1, name]);
    });
    res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/hit/hits', {});
};
