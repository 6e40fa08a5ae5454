'use strict';
// Starts PostgreSQL, with a database for each service of the shop, and Redis; MariaDB and RabbitMQ where a case needs
// them.
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');
const { startRabbit } = require('./rabbitmq.cjs');
const tables = require('./shop/tables.cjs');

const PACKAGES = { express: '5.3.0', fastify: '5.12.8', pg: '8.23.1', ioredis: '6.0.0', mysql2: '3.24.6', amqplib: '2.3.1' };

/**
 * Resolves to {packages, env, missing, stop()}: the folder of packages, the variables with the addresses, and those of
 * `needs`, a list of 'mariadb' and 'rabbitmq', that are not installed.
 */
async function startShop(needs = []) {
  const packages = installed('services-shop', PACKAGES);
  const hasMaria = needs.includes('mariadb') && spawnSync('mariadbd', ['--version']).status === 0;
  const { urls, stop } = await startServices('postgres', 'redis', ...(hasMaria ? ['mariadb'] : []));
  const rabbit = needs.includes('rabbitmq') ? await startRabbit() : undefined;
  const known = { mariadb: hasMaria, rabbitmq: rabbit !== undefined };
  const pg = require(path.join(packages, 'node_modules', 'pg'));
  const client = new pg.Client({ connectionString: urls.postgres });
  await client.connect();
  for (const name of Object.keys(tables)) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const env = { DATABASE_URL: urls.postgres, REDIS_URL: urls.redis, MARIADB_URL: urls.mariadb, AMQP_URL: rabbit?.url };
  const stopAll = async () => {
    await rabbit?.stop();
    await stop();
  };
  return { packages, env, missing: needs.filter((name) => !known[name]), stop: stopAll };
}

module.exports = { startShop };
