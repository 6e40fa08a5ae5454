'use strict';
// The limit behind redlock, which takes and releases its lock by scripts.
exports.about = 'redlock';
exports.packages = { express: '5.1.0', pg: '8.16.3', ioredis: '5.4.1', redlock: '4.2.0' };
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  const Redlock = require('redlock');
  const redlock = new Redlock([redis], { retryCount: 20, retryDelay: 50 });
  app.post('/codes/:user', async (req, res) => {
    const key = `tries:${req.params.user}`;
    const lock = await redlock.lock(`lock:${req.params.user}`, 10_000);
    try {
      const tries = Number(await redis.get(key) ?? 0);
      if (tries >= 1) return res.status(429).json({ error: 'too many' });
      await redis.set(key, tries + 1, 'EX', 60);
      return res.json({ ok: true });
    } finally {
      await lock.unlock();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/codes/ann', {});
  await send('POST', '/codes/ann', {}, 429);
};
