'use strict';
// express-limiter reads what is left from Redis, and writes it back with one less.
exports.issue = 'ded/express-limiter#35';
exports.about = 'more requests pass than the limit';
exports.loss = ['limit', 'double use', 'lost update'];
exports.packages = { 'express': '4.21.2', 'express-limiter': '1.6.1', 'redis': '2.8.0' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const limiter = require('express-limiter');
  const redis = require('redis').createClient(urls.redis);
  const app = express();
  app.use(express.json());
  limiter(app, redis)({ path: '/messages', method: 'post', lookup: 'headers.x-user', total: 2, expire: 600_000 });
  app.post('/messages', (req, res) => res.status(201).json({ text: req.body.text }));
  const reset = () => new Promise((resolve) => { redis.flushdb(resolve); });
  return { handle: app, redis, reset, close: () => redis.quit() };
};
const message = (text, status) => ['POST', '/messages', { text }, status, { 'x-user': 'ann' }];
exports.traffic = async (send) => {
  await send(...message('a', 201));
  await send(...message('b', 201));
  await send(...message('c', 429));
};
exports.pair = async (send, both) => {
  await send(...message('a', 201));
  const [method, target, body, , headers] = message('b');
  await both([method, target, body, headers], [method, target, body, headers]);
};
exports.harm = async ({ statuses }) => statuses.every((status) => status === 201);
