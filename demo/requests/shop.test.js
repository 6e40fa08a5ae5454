'use strict';
// A plain suite: it sends one request after the other, and passes. The database is PGlite, PostgreSQL in the process,
// or the one in DATABASE_URL.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const { after, before, test } = require('node:test');
const { makeShop } = require('./shop.js');

function openDatabase() {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) return new (require('@electric-sql/pglite').PGlite)();
  const pool = new (require('pg').Pool)({ connectionString: DATABASE_URL });
  return Object.assign(pool, { close: () => pool.end() });
}

let db;
let shop;
before(async () => {
  db = openDatabase();
  await db.query('DROP TABLE IF EXISTS coupon');
  await db.query('DROP TABLE IF EXISTS redemption');
  await db.query('CREATE TABLE coupon (code text PRIMARY KEY, used boolean NOT NULL)');
  await db.query('CREATE TABLE redemption (id serial PRIMARY KEY, code text NOT NULL)');
  await db.query("INSERT INTO coupon VALUES ('SPRING', false)");
  shop = makeShop(db).listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
after(async () => {
  shop.closeAllConnections();
  shop.close();
  await db.close();
});

const redeem = (code) => fetch(`http://127.0.0.1:${shop.address().port}/redeem/${code}`, { method: 'POST' });

test('a coupon is redeemed once', async () => {
  assert.equal((await redeem('SPRING')).status, 200);
  assert.equal((await redeem('SPRING')).status, 409);
});
