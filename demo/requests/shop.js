'use strict';
// A shop with coupons. Each coupon may be used once.
const http = require('node:http');

async function redeem(db, code) {
  const { rows } = await db.query('SELECT used FROM coupon WHERE code = $1', [code]);
  if (rows.length === 0 || rows[0].used) return false;
  await db.query('UPDATE coupon SET used = true WHERE code = $1', [code]);
  await db.query('INSERT INTO redemption (code) VALUES ($1)', [code]);
  return true;
}

/** Returns a server for POST /redeem/CODE. `db` has query(text, values), as pg's pool and PGlite have. */
function makeShop(db) {
  return http.createServer(async (req, res) => {
    const [, code] = /^\/redeem\/(\w+)$/.exec(req.url) ?? [];
    const done = req.method === 'POST' && code !== undefined && await redeem(db, code);
    res.writeHead(done ? 200 : 409, { 'content-type': 'application/json' }).end(JSON.stringify({ redeemed: done }));
  });
}

module.exports = { makeShop };
