'use strict';
// To follow someone twice comes to the same: only the answers differ.
exports.about = 'an idempotent write';
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  app.post('/follow/:name', async (req, res) => {
    const isNew = !(await redis.sismember('followers', req.params.name));
    if (isNew) await redis.sadd('followers', req.params.name);
    res.status(isNew ? 201 : 200).json({ following: true, isNew });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/follow/ann', {}, 201);
  await send('POST', '/follow/ann', {}, 200);
};
