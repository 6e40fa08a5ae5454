'use strict';
// Two requests of one session each save the session that they loaded.
exports.issue = 'expressjs/session#383';
exports.about = 'a change of a session is lost';
exports.loss = ['lost update'];
exports.packages = { express: '4.21.2', 'express-session': '1.18.1', 'connect-pg-simple': '9.0.1', pg: '8.11.5' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const session = require('express-session');
  const PgStore = require('connect-pg-simple')(session);
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres });
  const app = express();
  app.use(express.json());
  const store = new PgStore({ pool, pruneSessionInterval: false });
  app.use(session({ store, secret: 's', resave: false, saveUninitialized: false }));
  app.post('/login', (req, res) => {
    Object.assign(req.session, { user: req.body.user, cart: [], theme: 'light' });
    res.json({ ok: true });
  });
  app.post('/cart', (req, res) => {
    req.session.cart.push(req.body.item);
    res.json({ ok: true });
  });
  app.put('/theme', (req, res) => {
    req.session.theme = req.body.theme;
    res.json({ ok: true });
  });
  const reset = () => pool.query(`DROP TABLE IF EXISTS session;
    CREATE TABLE session (sid varchar PRIMARY KEY, sess json NOT NULL, expire timestamp(6) NOT NULL)`);
  return { handle: app, pool, reset, close: () => pool.end() };
};
const login = async (send) => (await send('POST', '/login', { user: 'ann' })).cookie;
exports.traffic = async (send) => {
  const cookie = await login(send);
  await send('POST', '/cart', { item: 'book' }, 200, { cookie });
  await send('PUT', '/theme', { theme: 'dark' }, 200, { cookie });
};
exports.pair = async (send, both) => {
  const cookie = await login(send);
  await both(['POST', '/cart', { item: 'book' }, { cookie }], ['PUT', '/theme', { theme: 'dark' }, { cookie }]);
};
exports.harm = async ({ pool }) => {
  const { rows: [{ sess }] } = await pool.query('SELECT sess FROM session');
  return sess.cart.length < 1 || sess.theme !== 'dark';
};
