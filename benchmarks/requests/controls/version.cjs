'use strict';
// The whole row with an optimistic version, whose failure becomes 409.
exports.about = 'optimistic version with 409';
exports.tables = `
  DROP TABLE IF EXISTS profile;
  CREATE TABLE profile (id integer PRIMARY KEY, name text, mail text, version integer NOT NULL);
  INSERT INTO profile VALUES (1, 'ann', 'ann@example.org', 1)`;
exports.routes = (app, pool) => {
  const change = (column) => async (req, res) => {
    const { rows: [row] } = await pool.query('SELECT * FROM profile WHERE id = $1', [req.params.id]);
    if (!row) return res.status(404).json({});
    const { id, name, mail, version } = { ...row, [column]: req.body.value };
    const { rowCount } = await pool.query(
      'UPDATE profile SET name = $2, mail = $3, version = version + 1 WHERE id = $1 AND version = $4', [id, name, mail, version]);
    return rowCount === 1 ? res.json({ ok: true }) : res.status(409).json({ error: 'changed meanwhile' });
  };
  app.put('/profiles/:id/name', change('name'));
  app.put('/profiles/:id/mail', change('mail'));
};
exports.traffic = async (send) => {
  await send('PUT', '/profiles/1/name', { value: 'Ann' });
  await send('PUT', '/profiles/1/mail', { value: 'ann@example.com' });
};
