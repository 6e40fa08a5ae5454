'use strict';
// wrap() of cacheable: two calls for one key both do the work.
exports.issue = 'jaredwray/cacheable#888';
exports.about = 'the work behind a cache is done twice';
exports.loss = ['duplicate', 'extra row', 'lost update', 'double use'];
exports.packages = { express: '4.21.2', cacheable: '1.8.1', '@keyv/redis': '4.0.1', pg: '8.11.5' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const { Cacheable } = require('cacheable');
  const { default: KeyvRedis } = require('@keyv/redis');
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres });
  const secondary = new KeyvRedis(urls.redis);
  const cache = new Cacheable({ secondary, ttl: '1h' });
  const charge = async (invoice) => {
    await pool.query('INSERT INTO charge (invoice) VALUES ($1)', [invoice]);
    return { invoice, paid: true };
  };
  const once = cache.wrap(charge, { keyPrefix: 'charge' });
  const app = express();
  app.use(express.json());
  app.post('/invoices/:id/pay', async (req, res) => res.json(await once(req.params.id)));
  const reset = async () => {
    await pool.query('DROP TABLE IF EXISTS charge; CREATE TABLE charge (id serial PRIMARY KEY, invoice text)');
    await cache.clear();
  };
  return { handle: app, pool, reset, close: async () => {
    await pool.end();
    await cache.disconnect();
  } };
};
exports.traffic = async (send) => {
  await send('POST', '/invoices/i7/pay', {});
  await send('POST', '/invoices/i7/pay', {});
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM charge')).rows.length > 1;
