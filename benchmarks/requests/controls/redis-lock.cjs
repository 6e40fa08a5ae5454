'use strict';
// The limit behind SET NX; a request that does not get the lock is refused.
exports.about = 'lock by SET NX';
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  app.post('/codes/:user', async (req, res) => {
    const key = `tries:${req.params.user}`;
    const lock = `lock:${req.params.user}`;
    if (await redis.set(lock, '1', 'EX', 10, 'NX') === null) return res.status(423).json({ error: 'locked' });
    try {
      const tries = Number(await redis.get(key) ?? 0);
      if (tries >= 1) return res.status(429).json({ error: 'too many' });
      await redis.set(key, tries + 1, 'EX', 60);
      return res.json({ ok: true });
    } finally {
      await redis.del(lock);
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/codes/ann', {});
  await send('POST', '/codes/ann', {}, 429);
};
