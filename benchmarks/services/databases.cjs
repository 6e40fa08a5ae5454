'use strict';
// Starts PostgreSQL, with a database for each service of the shop, and Redis.
const path = require('node:path');
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');
const tables = require('./shop/tables.cjs');

const PACKAGES = { express: '5.3.0', fastify: '5.12.8', pg: '8.23.1', ioredis: '6.0.0' };

/** Resolves to {packages, env, stop()}: the folder of packages, and the variables with the addresses. */
async function startShop() {
  const packages = installed('services-shop', PACKAGES);
  const { urls, stop } = await startServices('postgres', 'redis');
  const pg = require(path.join(packages, 'node_modules', 'pg'));
  const client = new pg.Client({ connectionString: urls.postgres });
  await client.connect();
  for (const name of Object.keys(tables)) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { packages, env: { DATABASE_URL: urls.postgres, REDIS_URL: urls.redis }, stop };
}

module.exports = { startShop };
