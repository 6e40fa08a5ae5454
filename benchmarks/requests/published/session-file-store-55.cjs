'use strict';
// touch() of session-file-store writes the session that was read when the request began.
exports.issue = 'valery-barysok/session-file-store#55';
exports.about = 'a session is as before its change: touch() wrote the older one';
exports.loss = ['lost update', 'resurrected', 'double use'];
exports.packages = { express: '4.21.2', 'express-session': '1.17.3', 'session-file-store': '1.0.0' };
exports.start = async () => {
  const fs = require('node:fs');
  const express = require('express');
  const session = require('express-session');
  const FileStore = require('session-file-store')(session);
  const folder = 'sessions';
  const app = express();
  app.use(express.json());
  const reset = async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder);
  };
  await reset();
  const store = new FileStore({ path: folder, reapInterval: -1, logFn() {}, retries: 0 });
  app.use(session({ store, secret: 's', resave: false, saveUninitialized: false }));
  app.post('/login', (req, res) => {
    Object.assign(req.session, { user: req.body.user, theme: 'light' });
    res.json({ ok: true });
  });
  app.get('/page', (req, res) => (req.session.user ? res.json({ ok: true }) : res.status(401).json({ error: 'log in' })));
  app.put('/theme', (req, res) => {
    req.session.theme = req.body.theme;
    res.json({ ok: true });
  });
  const read = () => fs.readdirSync(folder).map((file) => JSON.parse(fs.readFileSync(`${folder}/${file}`, 'utf8')));
  return { handle: app, read, reset };
};
const login = async (send) => (await send('POST', '/login', { user: 'ann' })).cookie;
exports.traffic = async (send) => {
  const cookie = await login(send);
  await send('GET', '/page', undefined, 200, { cookie });
  await send('PUT', '/theme', { theme: 'dark' }, 200, { cookie });
};
exports.pair = async (send, both) => {
  const cookie = await login(send);
  await both(['GET', '/page', undefined, { cookie }], ['PUT', '/theme', { theme: 'dark' }, { cookie }]);
};
exports.harm = ({ read, statuses }) => statuses[1] === 200 && read()[0].theme !== 'dark';
