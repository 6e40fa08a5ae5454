'use strict';
// A login of Payload reads the user with all sessions, and writes the sessions back with its own.
const ANN = { email: 'ann@example.org', password: 'a long password' };

exports.issue = 'payloadcms/payload#18132';
exports.about = 'two logins of one user leave one session, and the other token is worth nothing';
exports.loss = ['lost row'];
exports.packages = {
  payload: '3.90.2', '@payloadcms/db-postgres': '3.90.2', graphql: '16.11.0', express: '4.21.2', pg: '8.16.3',
};
exports.start = async ({ urls }) => {
  const express = require('express');
  const { Pool } = require('pg');
  const { buildConfig, getPayload } = await import('payload');
  const { postgresAdapter } = await import('@payloadcms/db-postgres');
  const pool = new Pool({ connectionString: urls.postgres });
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const payload = await getPayload({ config: buildConfig({
    secret: 'a secret', telemetry: false, typescript: { autoGenerate: false }, logger: { options: { level: 'silent' } },
    db: postgresAdapter({ pool: { connectionString: urls.postgres }, push: true }),
    collections: [{ slug: 'users', auth: true, fields: [] }],
  }) });
  const app = express();
  app.use(express.json());
  app.post('/users', async (req, res) => res.status(201).json(await payload.create({ collection: 'users', data: req.body })));
  app.post('/users/login', async (req, res) => res.json(await payload.login({ collection: 'users', data: req.body })));
  const sessions = async () => Number((await pool.query('SELECT count(*) FROM users_sessions')).rows[0].count);
  // Payload keeps a connection of its pool and ends none. A pool that is not ended keeps the process for 10 s.
  const close = async () => {
    payload.db.pool.end();
    for (const client of [...payload.db.pool._clients]) await client.end();
    await pool.end();
  };
  return { handle: app, reset: () => pool.query('TRUNCATE users CASCADE'), close, sessions };
};
exports.traffic = async (send) => {
  await send('POST', '/users', ANN, 201);
  await send('POST', '/users/login', ANN);
  await send('POST', '/users/login', ANN);
};
exports.pair = async (send, both) => {
  await send('POST', '/users', ANN, 201);
  await both(...[ANN, ANN].map((body) => ['POST', '/users/login', body]));
};
exports.harm = async ({ sessions }) => await sessions() < 2;
