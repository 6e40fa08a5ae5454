'use strict';
// A limit of requests kept in Redis by GET, then SET, as several rate limiters do.
exports.about = 'more requests pass than the limit';
exports.loss = ['double use', 'lost update'];
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  app.post('/codes/:user', async (req, res) => {
    const key = `tries:${req.params.user}`;
    const tries = Number(await redis.get(key) ?? 0);
    if (tries >= 1) return res.status(429).json({ error: 'too many' });
    await redis.set(key, tries + 1, 'EX', 60);
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/codes/ann', {});
  await send('POST', '/codes/ann', {}, 429);
};
exports.harm = async ({ statuses }) => statuses.every((status) => status === 200);
