'use strict';
// express-brute reads the count of attempts from its store, and writes it back with one more.
exports.issue = 'AdamPflug/express-brute#46';
exports.about = 'more attempts pass than the limit';
exports.loss = ['double use', 'lost update'];
exports.packages = { express: '4.21.2', 'express-brute': '1.0.1', 'express-brute-redis': '0.0.1' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const ExpressBrute = require('express-brute');
  const RedisStore = require('express-brute-redis');
  const { hostname, port } = new URL(urls.redis);
  const store = new RedisStore({ host: hostname, port: Number(port) });
  const brute = new ExpressBrute(store, { freeRetries: 0, minWait: 600_000, maxWait: 3_600_000 });
  const app = express();
  app.use(express.json());
  app.post('/login', brute.prevent, (req, res) => res.json({ ok: req.body.password === 'secret' }));
  const { client: redis } = store;
  const reset = () => new Promise((resolve) => { redis.flushdb(resolve); });
  return { handle: app, redis, reset, close: () => redis.end() };
};
exports.traffic = async (send) => {
  await send('POST', '/login', { password: 'a' });
  await send('POST', '/login', { password: 'b' }, 429);
};
exports.harm = async ({ statuses }) => statuses.filter((status) => status === 200).length > 1;
