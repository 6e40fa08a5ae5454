'use strict';
// fastify-session loads the session at the start of each request and saves it whole at the end.
exports.issue = 'SerayaEryn/fastify-session#237';
exports.about = 'a change of a session is lost';
exports.loss = ['lost update'];
exports.packages = {
  fastify: '3.29.5', 'fastify-cookie': '5.7.0', 'fastify-session': '5.2.1',
  'connect-redis': '6.1.3', 'express-session': '1.17.3', ioredis: '4.28.5',
};
exports.start = async ({ urls }) => {
  const fastify = require('fastify')();
  const redis = new (require('ioredis'))(urls.redis);
  const RedisStore = require('connect-redis')(require('express-session'));
  fastify.register(require('fastify-cookie'));
  fastify.register(require('fastify-session'), {
    secret: 'a secret with at least 32 letters.', cookie: { secure: false }, saveUninitialized: false,
    store: new RedisStore({ client: redis }),
  });
  fastify.post('/login', async (request) => {
    Object.assign(request.session, { user: request.body.user, cart: [], theme: 'light' });
    return { ok: true };
  });
  fastify.post('/cart', async (request) => {
    request.session.cart = [...request.session.cart, request.body.item];
    return { ok: true };
  });
  fastify.put('/theme', async (request) => {
    request.session.theme = request.body.theme;
    return { ok: true };
  });
  await fastify.ready();
  const handle = (req, res) => fastify.routing(req, res);
  return { handle, redis, reset: () => redis.flushdb(), close: () => redis.quit() };
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
exports.harm = async ({ redis }) => {
  const { cart, theme } = JSON.parse(await redis.get((await redis.keys('*'))[0]));
  return cart.length < 1 || theme !== 'dark';
};
