'use strict';
// ratelimiter reads the count under WATCH and writes it less one, on the connection that all requests share.
exports.issue = 'tj/node-ratelimiter#29';
exports.about = 'more requests pass than the limit';
exports.loss = ['limit', 'double use', 'lost update'];
exports.packages = { express: '4.21.2', ratelimiter: '1.0.3', ioredis: '5.4.2' };
exports.fixed = { packages: { ratelimiter: '3.4.1' } };
// The fixed version lets as many pass as the limit says, the old one one less.
exports.start = async ({ urls, isFixed }) => {
  const express = require('express');
  const Redis = require('ioredis');
  const Limiter = require('ratelimiter');
  const redis = new Redis(urls.redis);
  const app = express();
  app.use(express.json());
  app.use((req, res, next) => {
    new Limiter({ id: req.get('x-user'), db: redis, max: 3, duration: 600_000 }).get((error, limit) => {
      if (error) return next(error);
      return limit.remaining > 0 ? next() : res.status(429).json({ error: 'too many requests' });
    });
  });
  app.post('/search', (req, res) => res.json({ found: [req.body.q] }));
  return { handle: app, redis, allowed: isFixed ? 3 : 2, reset: () => redis.flushdb(), close: () => redis.quit() };
};
const search = (status) => ['POST', '/search', { q: 'a' }, status, { 'x-user': 'ann' }];
exports.traffic = async (send, { allowed }) => {
  for (let i = 0; i < allowed; i++) await send(...search(200));
  await send(...search(429));
};
exports.pair = async (send, both, { allowed }) => {
  for (let i = 1; i < allowed; i++) await send(...search(200));
  const [method, target, body, , headers] = search(200);
  await both([method, target, body, headers], [method, target, body, headers]);
};
exports.harm = async ({ statuses }) => statuses.every((status) => status === 200);
