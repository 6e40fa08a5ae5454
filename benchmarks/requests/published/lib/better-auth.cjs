'use strict';
// A server of better-auth on PostgreSQL. Mails and codes of the test go to `outbox`, a list.

/** optionsOf({outbox, pool, plugins}) returns the options of better-auth that the subject adds; `tables` is SQL. */
async function startBetterAuth({ urls, optionsOf, tables = '' }) {
  const { betterAuth } = await import('better-auth');
  const { toNodeHandler } = await import('better-auth/node');
  const plugins = await import('better-auth/plugins');
  const { getMigrations } = await migrations();
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres });
  await pool.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${tables}`);
  const outbox = [];
  const options = {
    database: pool, secret: 'a secret of thirty-two letters...', baseURL: 'http://127.0.0.1',
    advanced: { disableCSRFCheck: true, disableOriginCheck: true },
    rateLimit: { enabled: false }, logger: { disabled: true }, telemetry: { enabled: false },
    ...optionsOf({ outbox, pool, plugins }),
  };
  const { runMigrations } = await getMigrations(options);
  await runMigrations();
  const auth = betterAuth(options);
  const names = (await pool.query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)).rows;
  const reset = async () => {
    outbox.length = 0;
    await pool.query(`TRUNCATE ${names.map(({ name }) => `"${name}"`).join()} CASCADE`);
  };
  const count = async (table) => Number((await pool.query(`SELECT count(*) FROM "${table}"`)).rows[0].count);
  return { handle: toNodeHandler(auth), pool, outbox, reset, count, close: () => pool.end() };
}

const migrations = () => import('better-auth/db/migration').catch(() => import('better-auth/db'));

exports.PACKAGES = { 'better-auth': '1.6.10', pg: '8.11.5' };
exports.FIXED = { 'better-auth': '1.7.25' };
exports.startBetterAuth = startBetterAuth;
exports.ANN = { email: 'ann@example.org', password: 'a long password', name: 'Ann' };
