'use strict';
// The store makes its session by SELECT, then INSERT: the second one violates a unique key, or replaces the first one
// with its counts.
exports.issue = 'express-rate-limit/rate-limit-postgresql#17';
exports.about = 'attempts are not counted';
exports.loss = ['error', 'lost update'];
exports.packages = { express: '4.21.2', 'express-rate-limit': '7.4.1', '@acpr/rate-limit-postgresql': '1.3.2', pg: '8.11.5' };
exports.fixed = { packages: { '@acpr/rate-limit-postgresql': '1.4.1' } };
exports.start = async ({ urls }) => {
  const express = require('express');
  const { rateLimit } = require('express-rate-limit');
  const { PostgresStore } = require('@acpr/rate-limit-postgresql');
  const { Pool } = require('pg');
  const { hostname: host, port, username: user, pathname } = new URL(urls.postgres);
  const pool = new Pool({ connectionString: urls.postgres });
  await pool.query('DROP SCHEMA IF EXISTS rate_limit CASCADE');
  await pool.query('DROP TABLE IF EXISTS public.migrations');
  const store = new PostgresStore({ host, port: Number(port), user, database: pathname.slice(1) }, 'aggregated_store');
  const app = express();
  app.use(rateLimit({ store, windowMs: 60_000, limit: 5, validate: false }));
  app.post('/', (req, res) => res.json({ ok: true }));
  app.use((error, req, res, next) => (res.headersSent ? next(error) : res.status(500).json({ error: 'internal' })));
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rows } = await pool.query(`SELECT 1 FROM information_schema.routines WHERE routine_schema = 'rate_limit'`);
    if (rows.length > 5) break;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  const reset = () => pool.query('TRUNCATE rate_limit.sessions CASCADE');
  return { handle: app, pool, reset, close: async () => {
    await pool.end();
    await store.pool?.end?.();
  } };
};
exports.traffic = async (send) => {
  await send('POST', '/', {});
  await send('POST', '/', {});
};
exports.harm = async ({ pool, statuses }) => {
  const { rows } = await pool.query('SELECT sum(count) AS count FROM rate_limit.records_aggregated');
  return statuses.includes(500) || Number(rows[0].count) !== 2;
};
