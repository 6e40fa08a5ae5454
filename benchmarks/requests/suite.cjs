'use strict';
// The test suite of a subject: starts its server, makes its tables, sends its requests one after the other.
//   DATABASE_URL=postgres://... REDIS_URL=redis://... node suite.cjs subjects/coupon.cjs
const assert = require('node:assert/strict');
const path = require('node:path');
const express = require('express');
const { Pool } = require('pg');

const subject = require(path.resolve(process.argv[2]));

async function main() {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: subject.connections ?? 10 });
  const redis = subject.redis && new (require('ioredis'))(process.env.REDIS_URL);
  if (subject.tables) await pool.query(subject.tables);
  if (subject.redis) await subject.redis(redis);
  const app = express();
  app.use(express.json());
  subject.routes(app, pool, redis);
  app.use((error, req, res, next) => {
    if (res.headersSent) return next(error);
    return res.status(500).json({ error: 'internal' });
  });
  const server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const base = `http://127.0.0.1:${server.address().port}`;
  // Sends one request and checks the status of its answer.
  const send = async (method, target, body, status = 200, headers = {}) => {
    const response = await fetch(base + target, {
      method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${target}: ${text}`);
    return { headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  try {
    await subject.traffic(send);
  } finally {
    server.closeAllConnections();
    server.close();
    await pool.end();
    await redis?.quit();
  }
}

main();
