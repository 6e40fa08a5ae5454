'use strict';
// Timelines and greetings, in Redis.
const Redis = require('ioredis');
const { expressApp, listen } = require('./common.cjs');

const redis = new Redis(process.env.REDIS_URL);
const app = expressApp();

app.get('/timelines/:user', async (req, res) => {
  const text = await redis.get(`timeline:${req.params.user}`);
  res.json({ posts: JSON.parse(text ?? '[]') });
});

app.put('/timelines/:user', async (req, res) => {
  await redis.set(`timeline:${req.params.user}`, JSON.stringify(req.body.posts));
  res.json({ ok: true });
});

app.post('/timelines/:user', async (req, res) => {
  await redis.sadd(`posts:${req.params.user}`, req.body.text);
  res.json({ ok: true });
});

app.post('/greetings', async (req, res) => {
  await redis.incr('greetings');
  res.json({ ok: true });
});

listen(app);
