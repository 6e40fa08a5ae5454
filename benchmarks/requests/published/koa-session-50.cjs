'use strict';
// koa-session with a store: each request writes the whole session that it read when it began.
exports.issue = 'koajs/session#50';
exports.about = 'an item of a cart in a session is lost';
exports.loss = ['lost update'];
exports.packages = { 'koa': '2.16.1', 'koa-session': '6.4.0', 'koa-bodyparser': '4.4.1', 'ioredis': '5.6.1' };
exports.fixed = { about: 'the cart is a set in Redis' };
exports.start = async ({ urls, isFixed }) => {
  const Koa = require('koa');
  const bodyParser = require('koa-bodyparser');
  const Redis = require('ioredis');
  const session = require('koa-session');
  const redis = new Redis(urls.redis);
  const app = new Koa();
  app.keys = ['a key'];
  const store = {
    get: async (id) => JSON.parse(await redis.get(`session:${id}`)),
    set: (id, value) => redis.set(`session:${id}`, JSON.stringify(value), 'EX', 3600),
    destroy: (id) => redis.del(`session:${id}`),
  };
  app.use(session({ store }, app)).use(bodyParser());
  const add = async ({ session: { user }, request: { body } }) => redis.sadd(`cart:${user}`, body.item);
  app.use(async (context) => {
    const { path, request: { body } } = context;
    if (path === '/login') context.session = { user: body.user, cart: [] };
    else if (isFixed) await add(context);
    else context.session.cart = [...context.session.cart, body.item];
    context.body = { ok: true };
  });
  const carts = async () => {
    const keys = await redis.keys('session:*');
    return (await Promise.all(keys.map((key) => redis.get(key)))).map((text) => JSON.parse(text).cart);
  };
  return { handle: app.callback(), carts, reset: () => redis.flushdb(), close: () => redis.quit() };
};
const login = async (send) => (await send('POST', '/login', { user: 'ann' })).cookie;
exports.traffic = async (send) => {
  const cookie = await login(send);
  for (const item of ['tea', 'milk']) await send('POST', '/cart', { item }, 200, { cookie });
};
exports.pair = async (send, both) => {
  const cookie = await login(send);
  await both(...['tea', 'milk'].map((item) => ['POST', '/cart', { item }, { cookie }]));
};
exports.harm = async ({ carts }) => (await carts())[0].length < 2;
