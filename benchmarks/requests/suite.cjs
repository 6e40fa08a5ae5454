'use strict';
// The test suite of a subject: starts its server, makes its tables, sends its requests one after the other.
//   DATABASE_URL=postgres://... REDIS_URL=redis://... node suite.cjs coupon.cjs
// With a number as second argument it fires the pair of the subject at once, that many times, and prints how often harm
// is seen: the way of tools that race requests without knowing the server.
// FIXED=1 starts the fixed version of a published race.
const assert = require('node:assert/strict');
const http = require('node:http');
const path = require('node:path');

const subject = require(path.resolve(process.argv[2]));
const times = Number(process.argv[3] ?? 0);

// A server of our own: express, with a pool and Redis.
async function startOwn() {
  const express = require('express');
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: subject.connections ?? 10 });
  const redis = subject.redis && new (require('ioredis'))(process.env.REDIS_URL);
  const app = express();
  app.use(express.json());
  subject.routes(app, pool, redis);
  app.use((error, req, res, next) => (res.headersSent ? next(error) : res.status(500).json({ error: 'internal' })));
  const reset = async () => {
    if (subject.tables) await pool.query(subject.tables);
    if (subject.redis) await subject.redis(redis);
    await subject.files?.();
  };
  const close = async () => {
    await pool.end();
    await redis?.quit();
  };
  return { handle: app, reset, close, pool, redis };
}

async function startServer({ handle }) {
  const server = http.createServer(handle);
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { server, base: `http://127.0.0.1:${server.address().port}` };
}

const request = (base, [method, target, body, headers = {}]) => fetch(base + target, {
  method, body: typeof body === 'object' ? JSON.stringify(body) : body,
  headers: { 'content-type': 'application/json', ...headers }, redirect: 'manual',
});

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// Returns a function that sends one request and checks the status of its answer.
const sender = (base) => async (method, target, body, status = 200, headers = {}) => {
  const response = await request(base, [method, target, body, headers]);
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${target}: ${text}`);
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  return { headers: response.headers, cookie, body: parsed(text) };
};

class Fired extends Error {}

// A subject without a pair of its own gets its first request twice.
const firstTwice = (send, both, world) => subject.traffic(async (method, target, body, status, headers) => {
  await both([method, target, body, headers], [method, target, body, headers]);
  throw new Fired();
}, world).catch((error) => {
  if (!(error instanceof Fired)) throw error;
});

async function fireOften(world, base) {
  let harmed = 0;
  for (let time = 0; time < times; time++) {
    await world.reset?.();
    let statuses;
    let bodies;
    await (subject.pair ?? firstTwice)(sender(base), async (...pair) => {
      const responses = await Promise.all(pair.map((one) => request(base, one)));
      bodies = await Promise.all(responses.map(async (response) => parsed(await response.text())));
      statuses = responses.map(({ status }) => status);
    }, world);
    if (await subject.harm({ ...world, statuses, bodies, send: sender(base) })) harmed++;
  }
  console.log(`harmed ${harmed}`);
}

async function main() {
  const { DATABASE_URL, REDIS_URL, MYSQL_URL, FIXED } = process.env;
  const urls = { postgres: DATABASE_URL, redis: REDIS_URL, mysql: MYSQL_URL };
  const world = await (subject.start ?? startOwn)({ urls, isFixed: FIXED === '1' });
  await world.reset?.();
  const { server, base } = await startServer(world);
  try {
    if (times > 0) await fireOften(world, base);
    else await subject.traffic(sender(base), world);
  } finally {
    server.closeAllConnections();
    server.close();
    await world.close?.();
  }
}

main();
