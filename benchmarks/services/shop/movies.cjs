'use strict';
// Movies, rentals, and pages with a cache in Redis.
const Redis = require('ioredis');
const { database, fastifyApp, isFixed, listen } = require('./common.cjs');

const db = database('movies');
const redis = new Redis(process.env.REDIS_URL);
const app = fastifyApp();

app.get('/movies/:id', async ({ params }) => {
  const { rows: [row] } = await db.query('SELECT sum, count FROM movie WHERE id = $1', [params.id]);
  return row;
});

app.put('/movies/:id', async ({ params, body }) => {
  await db.query('UPDATE movie SET sum = $2, count = $3 WHERE id = $1', [params.id, body.sum, body.count]);
  return { ok: true };
});

app.post('/movies/:id/grades', async ({ params, body }) => {
  await db.query('UPDATE movie SET sum = sum + $2, count = count + 1 WHERE id = $1', [params.id, body.grade]);
  return { ok: true };
});

// The page of a version never changes, so a late one does no harm.
const keyOf = async (id) => (isFixed ? `page:${id}:${await redis.get(`version:${id}`) ?? 0}` : `page:${id}`);

app.get('/pages/:id', async ({ params }) => {
  const key = await keyOf(params.id);
  const kept = await redis.get(key);
  if (kept !== null) return { text: kept };
  const { rows: [row] } = await db.query('SELECT text FROM page WHERE id = $1', [params.id]);
  await redis.set(key, row.text);
  return { text: row.text };
});

app.put('/pages/:id', async ({ params, body }) => {
  await db.query('UPDATE page SET text = $2 WHERE id = $1', [params.id, body.text]);
  if (isFixed) await redis.incr(`version:${params.id}`);
  else await redis.del(`page:${params.id}`);
  return { ok: true };
});

app.get('/rentals/:user', async ({ params }) => {
  const { rows: [row] } = await db.query('SELECT count(*)::int AS count FROM rental WHERE renter = $1', [params.user]);
  return row;
});

app.post('/rentals', async ({ body }) => {
  await db.query('INSERT INTO rental (renter, movie) VALUES ($1, $2)', [body.user, body.movie]);
  return { ok: true };
});

listen(app);
