'use strict';
// The limit with INCR.
exports.about = 'INCR';
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  app.post('/codes/:user', async (req, res) => {
    const key = `tries:${req.params.user}`;
    if (Number(await redis.get(key) ?? 0) >= 1) return res.status(429).json({ error: 'too many' });
    const tries = await redis.incr(key);
    if (tries > 1) {
      await redis.decr(key);
      return res.status(429).json({ error: 'too many' });
    }
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/codes/ann', {});
  await send('POST', '/codes/ann', {}, 429);
};
