'use strict';
// incr() of the Redis store of koa2-ratelimit: GET, then SET of the count.
exports.issue = 'ysocorp/koa2-ratelimit#63';
exports.about = 'more requests pass than the limit';
exports.loss = ['double use', 'lost update'];
exports.packages = { koa: '2.15.3', 'koa2-ratelimit': '1.1.3', redis: '4.7.0' };
exports.start = async ({ urls }) => {
  const Koa = require('koa');
  const { RateLimit, Stores } = require('koa2-ratelimit');
  const { createClient } = require('redis');
  const redis = await createClient({ url: urls.redis }).connect();
  const store = new Stores.Redis({ url: urls.redis });
  const app = new Koa();
  app.use(RateLimit.middleware({ interval: { min: 15 }, max: 1, store, prefixKey: 'post' }));
  app.use((context) => { context.body = { ok: true }; });
  return { handle: app.callback(), redis, reset: () => redis.flushDb(), close: async () => {
    await redis.quit();
    await store.client?.quit?.();
  } };
};
exports.traffic = async (send) => {
  await send('POST', '/', {});
  await send('POST', '/', {}, 429);
};
exports.harm = async ({ statuses }) => statuses.filter((status) => status === 200).length > 1;
