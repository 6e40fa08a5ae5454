'use strict';
// Two handlers change two columns. Each loads the row and saves all of it, as an ORM without dirty checking does.
exports.about = 'a change of another column is lost';
exports.loss = ['lost update'];
exports.tables = `
  DROP TABLE IF EXISTS profile;
  CREATE TABLE profile (id integer PRIMARY KEY, name text, mail text);
  INSERT INTO profile VALUES (1, 'ann', 'ann@example.org')`;
exports.routes = (app, pool) => {
  const change = (column) => async (req, res) => {
    const { rows: [row] } = await pool.query('SELECT * FROM profile WHERE id = $1', [req.params.id]);
    if (!row) return res.status(404).json({});
    const changed = { ...row, [column]: req.body.value };
    await pool.query('UPDATE profile SET name = $2, mail = $3 WHERE id = $1', [row.id, changed.name, changed.mail]);
    return res.json({ ok: true });
  };
  app.put('/profiles/:id/name', change('name'));
  app.put('/profiles/:id/mail', change('mail'));
};
exports.traffic = async (send) => {
  await send('PUT', '/profiles/1/name', { value: 'Ann' });
  await send('PUT', '/profiles/1/mail', { value: 'ann@example.com' });
};
// The pair that is fired at once, for the comparison.
exports.pair = (send, both) => both(
  ['PUT', '/profiles/1/name', { value: 'Ann' }], ['PUT', '/profiles/1/mail', { value: 'ann@example.com' }]);
exports.harm = async ({ pool }) => {
  const { rows: [{ name, mail }] } = await pool.query('SELECT * FROM profile');
  return name !== 'Ann' || mail !== 'ann@example.com';
};
