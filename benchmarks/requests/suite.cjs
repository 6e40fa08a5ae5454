'use strict';
// The test suite of a subject: starts its server, makes its tables, sends its requests one after the other.
//   DATABASE_URL=postgres://... REDIS_URL=redis://... node suite.cjs coupon.cjs
// With a number as second argument it fires the pair of the subject at once, that many times, and prints how often harm
// is seen: the way of tools that race requests without knowing the server.
const assert = require('node:assert/strict');
const path = require('node:path');
const express = require('express');
const { Pool } = require('pg');

const subject = require(path.resolve(process.argv[2]));
const times = Number(process.argv[3] ?? 0);

async function startServer(pool, redis) {
  const app = express();
  app.use(express.json());
  subject.routes(app, pool, redis);
  app.use((error, req, res, next) => (res.headersSent ? next(error) : res.status(500).json({ error: 'internal' })));
  const server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  return { server, base: `http://127.0.0.1:${server.address().port}` };
}

const request = (base, [method, target, body, headers = {}]) => fetch(base + target, {
  method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers },
});

// Returns a function that sends one request and checks the status of its answer.
const sender = (base) => async (method, target, body, status = 200, headers = {}) => {
  const response = await request(base, [method, target, body, headers]);
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${target}: ${text}`);
  return { headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

async function reset(pool, redis) {
  if (subject.tables) await pool.query(subject.tables);
  if (subject.redis) await subject.redis(redis);
  await subject.files?.();
}

class Fired extends Error {}

// A subject without a pair of its own gets its first request twice.
const firstTwice = (send, both) => subject.traffic(async (method, target, body, status, headers) => {
  await both([method, target, body, headers], [method, target, body, headers]);
  throw new Fired();
}).catch((error) => {
  if (!(error instanceof Fired)) throw error;
});

async function fireOften(pool, redis, base) {
  let harmed = 0;
  for (let time = 0; time < times; time++) {
    await reset(pool, redis);
    let statuses;
    await (subject.pair ?? firstTwice)(sender(base), async (...pair) => {
      const responses = await Promise.all(pair.map((one) => request(base, one)));
      for (const response of responses) await response.text();
      statuses = responses.map(({ status }) => status);
    });
    if (await subject.harm({ pool, redis, statuses })) harmed++;
  }
  console.log(harmed);
}

async function main() {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: subject.connections ?? 10 });
  const redis = subject.redis && new (require('ioredis'))(process.env.REDIS_URL);
  await reset(pool, redis);
  const { server, base } = await startServer(pool, redis);
  try {
    if (times > 0) await fireOften(pool, redis, base);
    else await subject.traffic(sender(base));
  } finally {
    server.closeAllConnections();
    server.close();
    await pool.end();
    await redis?.quit();
  }
}

main();
