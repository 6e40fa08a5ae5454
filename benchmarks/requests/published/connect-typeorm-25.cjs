'use strict';
// set() of connect-typeorm saves an entity: a read, then an insert or an update of the whole session.
exports.issue = 'nykula/connect-typeorm#25';
exports.about = 'a session is written twice at once';
exports.loss = ['lost update', 'resurrected', 'error', 'double use', 'extra row'];
exports.packages = { express: '4.21.2', 'express-session': '1.17.3', 'connect-typeorm': '1.1.4', typeorm: '0.2.45', pg: '8.11.5' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const session = require('express-session');
  const { TypeormStore } = require('connect-typeorm');
  const { createConnection, EntitySchema } = require('typeorm');
  const columns = {
    expiredAt: { type: 'bigint' }, id: { type: 'varchar', length: 255, primary: true }, json: { type: 'text' },
  };
  const Session = new EntitySchema({ name: 'session', tableName: 'session', columns });
  const connection = await createConnection({
    type: 'postgres', url: urls.postgres, entities: [Session], dropSchema: true, synchronize: true,
  });
  const app = express();
  app.use(express.json());
  const repository = connection.getRepository(Session);
  const store = new TypeormStore({ cleanupLimit: 2, limitSubquery: false, ttl: 86400 }).connect(repository);
  app.use(session({ store, secret: 's', resave: false, saveUninitialized: false }));
  app.post('/login', (req, res) => {
    Object.assign(req.session, { user: req.body.user, pages: 0 });
    res.json({ ok: true });
  });
  app.post('/pages', (req, res) => {
    if (!req.session.user) return res.status(401).json({ error: 'log in' });
    req.session.pages++;
    return res.json({ pages: req.session.pages });
  });
  app.post('/logout', (req, res, next) => {
    req.session.destroy((error) => (error ? next(error) : res.json({ ok: true })));
  });
  return { handle: app, connection, reset: () => connection.query('TRUNCATE session'), close: () => connection.close() };
};
exports.traffic = async (send) => {
  const { cookie } = await send('POST', '/login', { user: 'ann' });
  await send('POST', '/pages', { page: 'a' }, 200, { cookie });
  await send('POST', '/logout', {}, 200, { cookie });
};
exports.pair = async (send, both) => {
  const { cookie } = await send('POST', '/login', { user: 'ann' });
  await both(['POST', '/pages', { page: 'a' }, { cookie }], ['POST', '/logout', {}, { cookie }]);
};
exports.harm = async ({ connection, statuses }) =>
  statuses[1] === 200 && (await connection.query('SELECT * FROM session')).length > 0;
