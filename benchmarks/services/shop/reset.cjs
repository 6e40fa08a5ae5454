'use strict';
// Puts the state of the services back (--reset): makes the tables of each anew, and empties Redis and RabbitMQ.
const Redis = require('ioredis');
const pg = require('pg');
const tables = require('./tables.cjs');

async function remake(service) {
  const client = new pg.Client({ connectionString: new URL(service, process.env.DATABASE_URL).href });
  await client.connect();
  await client.query(`SET client_min_messages = warning; ${tables[service]}`);
  await client.end();
}

async function resetVouchers() {
  const client = await require('mysql2/promise').createConnection(process.env.MARIADB_URL);
  await client.query('DROP TABLE IF EXISTS voucher');
  await client.query('CREATE TABLE voucher (code varchar(20) PRIMARY KEY, used tinyint NOT NULL)');
  await client.query("INSERT INTO voucher VALUES ('SUMMER', 0)");
  await client.end();
}

async function resetSavings() {
  const connection = await require('amqplib').connect(process.env.AMQP_URL);
  const channel = await connection.createChannel();
  await channel.assertQueue('savings');
  await channel.purgeQueue('savings');
  await connection.close();
}

async function main() {
  const names = process.env.SERVICES?.split(',') ?? Object.keys(tables);
  if (names.includes('vouchers')) await resetVouchers();
  if (names.includes('teller')) await resetSavings();
  await Promise.all(names.filter((name) => tables[name]).map(remake));
  const redis = new Redis(process.env.REDIS_URL);
  await redis.flushall();
  redis.disconnect();
}

main();
