'use strict';
// Connects to Redis. A server that does not answer, or stays away, is one line and not a hang.
const { createRequire } = require('node:module');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');

const OLDEST = 5; // of both packages
const PREFIX = 'nacd'; // of the keys of BullMQ
const ANSWER_MS = 10_000;
const AWAY_MS = 60_000; // a server that is started again is back by then
const RETRY_MS = 1000;

// Few users need these packages, which are larger than nacd, so they are installed for --queue only. A project may have
// older ones for itself, so package.json demands no version.
function requireIt(cwd) {
  for (const from of [__filename, path.join(cwd, 'x.js')]) {
    const load = createRequire(from);
    try {
      const isNew = ['bullmq', 'ioredis'].every((name) => parseInt(load(`${name}/package.json`).version, 10) >= OLDEST);
      if (isNew) return { bullmq: load('bullmq'), Redis: load('ioredis') };
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new UserError(messages.queueNeedsPackages(OLDEST));
}

// Retries only after the first answer: a wrong address is told at once.
class Patience {
  opened = false;
  #since;

  /** Returns the pause before a connection is tried again, in milliseconds; null: no more. */
  retry(times) {
    if (!this.opened) return null;
    if (times === 1 || this.#since === undefined) this.#since = performance.now();
    return performance.now() - this.#since > AWAY_MS ? null : Math.min(times * 50, RETRY_MS);
  }
}

async function firstAnswer(client) {
  let fault;
  let timer;
  client.on('error', (error) => {
    fault = error;
  });
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
  });
  try {
    await Promise.race([client.connect().then(() => client.ping()), late]);
  } catch (error) {
    client.disconnect();
    throw fault ?? error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves to {client, bullmq, lost} for an address (address.js): an ioredis client, the package bullmq, and a promise
 * that rejects with a UserError when the server stays away. Rejects with a UserError if it does not answer now.
 */
async function connect(address, { cwd }) {
  const { bullmq, Redis } = requireIt(cwd);
  const patience = new Patience();
  const client = new Redis({
    ...address.options,
    lazyConnect: true,
    maxRetriesPerRequest: null, // BullMQ demands it of connections that wait for a job
    connectTimeout: ANSWER_MS / 2,
    retryStrategy: (times) => patience.retry(times),
  });
  try {
    await firstAnswer(client);
  } catch (error) {
    throw new UserError(messages.noRedis(address.shown, error));
  }
  patience.opened = true;
  const lost = new Promise((_, reject) => {
    client.once('end', () => reject(new UserError(messages.redisLost(address.shown))));
  });
  lost.catch(() => undefined);
  return { client, bullmq, lost };
}

/** Removes all jobs of the queue `name` from Redis. `connection` is from connect(). */
async function removeQueue({ bullmq, client }, name) {
  const queue = new bullmq.Queue(name, { connection: client, prefix: PREFIX });
  queue.on('error', () => undefined);
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}

module.exports = { PREFIX, connect, removeQueue };
