'use strict';
// Cache-aside: a reader puts into the cache what it read before a writer changed the row and cleared the cache.
exports.issue = 'cache-aside with a stale set';
exports.about = 'an old price stays in the cache';
exports.loss = ['extra row', 'lost update', 'mixed state', 'resurrected', 'other state'];
exports.packages = { express: '4.21.2', pg: '8.11.5', redis: '5.8.3' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres });
  const redis = await require('redis').createClient({ url: urls.redis }).connect();
  const app = express();
  app.use(express.json());
  app.get('/products/:id', async (req, res) => {
    const key = `product:${req.params.id}`;
    const cached = await redis.get(key);
    if (cached) return res.json(JSON.parse(cached));
    const { rows: [product] } = await pool.query('SELECT * FROM product WHERE id = $1', [req.params.id]);
    await redis.set(key, JSON.stringify(product), { EX: 3600 });
    return res.json(product);
  });
  app.put('/products/:id/price', async (req, res) => {
    await pool.query('UPDATE product SET price = $2 WHERE id = $1', [req.params.id, req.body.price]);
    await redis.del(`product:${req.params.id}`);
    res.json({ ok: true });
  });
  const reset = async () => {
    await pool.query(`DROP TABLE IF EXISTS product; CREATE TABLE product (id int PRIMARY KEY, price int);
      INSERT INTO product VALUES (1, 10)`);
    await redis.flushDb();
  };
  return { handle: app, redis, reset, close: async () => {
    await pool.end();
    await redis.close();
  } };
};
exports.traffic = async (send) => {
  await send('GET', '/products/1');
  await send('PUT', '/products/1/price', { price: 12 });
  await send('GET', '/products/1');
};
exports.pair = (send, both) => both(['GET', '/products/1'], ['PUT', '/products/1/price', { price: 12 }]);
exports.harm = async ({ redis }) => JSON.parse(await redis.get('product:1') ?? '{"price":12}').price !== 12;
