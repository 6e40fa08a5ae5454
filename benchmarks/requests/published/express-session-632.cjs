'use strict';
// express-session saves the whole session when a request ends, whatever happened to it meanwhile.
exports.issue = 'expressjs/session#632';
exports.about = 'a session is back after logout';
exports.loss = ['resurrected', 'double use'];
exports.packages = { express: '4.21.2', 'express-session': '1.18.1', 'connect-redis': '7.1.1', ioredis: '5.4.1' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const session = require('express-session');
  const { default: RedisStore } = require('connect-redis');
  const redis = new (require('ioredis'))(urls.redis);
  const app = express();
  app.use(express.json());
  app.use(session({ store: new RedisStore({ client: redis }), secret: 's', resave: false, saveUninitialized: false }));
  app.post('/login', (req, res) => {
    req.session.user = req.body.user;
    res.json({ ok: true });
  });
  app.post('/pages', (req, res) => {
    if (!req.session.user) return res.status(401).json({ error: 'log in' });
    req.session.pages = [...req.session.pages ?? [], req.body.page];
    return res.json({ pages: req.session.pages.length });
  });
  app.post('/logout', (req, res, next) => {
    req.session.destroy((error) => (error ? next(error) : res.json({ ok: true })));
  });
  return { handle: app, redis, reset: () => redis.flushdb(), close: () => redis.quit() };
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
exports.harm = async ({ redis, statuses }) => statuses[1] === 200 && (await redis.keys('*')).length > 0;
