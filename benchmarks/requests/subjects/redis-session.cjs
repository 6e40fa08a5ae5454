'use strict';
// A session of JSON in Redis that each request reads and saves whole.
const { randomUUID } = require('node:crypto');

exports.about = 'an item of a cart in a session is lost';
exports.loss = ['lost update'];
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  app.post('/login', async (req, res) => {
    const id = randomUUID();
    await redis.set(`sess:${id}`, JSON.stringify({ user: req.body.user, cart: [], theme: 'light' }));
    res.setHeader('set-cookie', `sid=${id}`).json({ ok: true });
  });
  const change = (apply) => async (req, res) => {
    const key = `sess:${/sid=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1]}`;
    const session = JSON.parse(await redis.get(key));
    if (!session) return res.status(401).json({ error: 'log in' });
    apply(session, req.body);
    await redis.set(key, JSON.stringify(session));
    return res.json({ ok: true });
  };
  app.post('/cart', change((session, { item }) => session.cart.push(item)));
  app.put('/theme', change((session, { theme }) => { session.theme = theme; }));
};
exports.traffic = async (send) => {
  const { headers } = await send('POST', '/login', { user: 'ann' });
  const cookie = headers.get('set-cookie');
  await send('POST', '/cart', { item: 'book' }, 200, { cookie });
  await send('PUT', '/theme', { theme: 'dark' }, 200, { cookie });
};
// The pair that is fired at once, for the comparison.
exports.pair = async (send, both) => {
  const { headers } = await send('POST', '/login', { user: 'ann' });
  const cookie = headers.get('set-cookie');
  await both(['POST', '/cart', { item: 'book' }, { cookie }], ['PUT', '/theme', { theme: 'dark' }, { cookie }]);
};
exports.harm = async ({ redis }) => {
  const [key] = await redis.keys('sess:*');
  const { cart, theme } = JSON.parse(await redis.get(key));
  return cart.length < 1 || theme !== 'dark';
};
