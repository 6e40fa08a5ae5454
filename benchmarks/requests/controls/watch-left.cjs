'use strict';
// A slot is taken by WATCH and MULTI, done right. A run that is cut off leaves the keys there, with the same values.
exports.about = 'WATCH done right, on keys that earlier runs left there';
exports.redis = () => {};
exports.routes = (app, pool, redis) => {
  app.post('/open', async (req, res) => {
    await redis.del('slot');
    res.json({});
  });
  app.post('/close', async (req, res) => {
    await redis.flushdb();
    res.json({});
  });
  app.post('/take', async (req, res) => {
    const own = redis.duplicate();
    try {
      await own.watch('slot');
      if (await own.get('slot')) { await own.unwatch(); return res.status(409).json({ error: 'taken' }); }
      const done = await own.multi().set('slot', req.body.user).set('last', 'taken').exec();
      return done ? res.json({ ok: true }) : res.status(409).json({ error: 'try again' });
    } finally {
      own.disconnect();
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/open', {});
  await send('POST', '/take', { user: 'ann' });
  await send('POST', '/take', { user: 'bob' }, 409);
  await send('POST', '/close', {});
};
