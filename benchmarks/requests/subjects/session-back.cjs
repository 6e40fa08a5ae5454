'use strict';
// A session that is read, changed and saved whole, as session stores do. A logout meanwhile deletes it.
const { randomUUID } = require('node:crypto');

exports.about = 'a session is back after logout';
exports.loss = ['resurrected', 'extra row', 'double use'];
exports.tables = `
  DROP TABLE IF EXISTS session;
  CREATE TABLE session (id text PRIMARY KEY, data jsonb NOT NULL)`;
exports.routes = (app, pool) => {
  const load = async (req) => {
    const id = /sid=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1];
    const { rows } = await pool.query('SELECT data FROM session WHERE id = $1', [id]);
    return rows.length > 0 ? { id, data: rows[0].data } : undefined;
  };
  const save = ({ id, data }) => pool.query(
    'INSERT INTO session (id, data) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET data = $2', [id, data]);
  app.post('/login', async (req, res) => {
    const id = randomUUID();
    await save({ id, data: { user: req.body.user, cart: [] } });
    res.setHeader('set-cookie', `sid=${id}; HttpOnly`).json({ ok: true });
  });
  app.post('/cart', async (req, res) => {
    const session = await load(req);
    if (!session) return res.status(401).json({ error: 'log in' });
    session.data.cart.push(req.body.item);
    await save(session);
    return res.json({ cart: session.data.cart });
  });
  app.post('/logout', async (req, res) => {
    const session = await load(req);
    if (!session) return res.status(401).json({ error: 'log in' });
    await pool.query('DELETE FROM session WHERE id = $1', [session.id]);
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  const { headers } = await send('POST', '/login', { user: 'ann' });
  const cookie = headers.get('set-cookie').split(';')[0];
  await send('POST', '/cart', { item: 'book' }, 200, { cookie });
  await send('POST', '/logout', {}, 200, { cookie });
};
// The pair that is fired at once, for the comparison.
exports.pair = async (send, both) => {
  const { headers } = await send('POST', '/login', { user: 'ann' });
  const cookie = headers.get('set-cookie').split(';')[0];
  await both(['POST', '/cart', { item: 'book' }, { cookie }], ['POST', '/logout', {}, { cookie }]);
};
exports.harm = async ({ pool, statuses }) => statuses[1] === 200 && (await pool.query('SELECT * FROM session')).rows.length > 0;
