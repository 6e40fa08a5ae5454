'use strict';
// Puts the state of the services back (--reset): makes the tables of each anew, and empties Redis.
const Redis = require('ioredis');
const pg = require('pg');
const tables = require('./tables.cjs');

async function remake(service) {
  const client = new pg.Client({ connectionString: new URL(service, process.env.DATABASE_URL).href });
  await client.connect();
  await client.query(`SET client_min_messages = warning; ${tables[service]}`);
  await client.end();
}

async function main() {
  const names = process.env.SERVICES?.split(',') ?? Object.keys(tables);
  await Promise.all(names.filter((name) => tables[name]).map(remake));
  const redis = new Redis(process.env.REDIS_URL);
  await redis.flushall();
  redis.disconnect();
}

main();
