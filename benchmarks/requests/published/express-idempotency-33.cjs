'use strict';
// The middleware looks for the key of the request and then keeps it. Of two requests with one key both find none, and
// nobody handles the refusal of the store, whose keys are unique.
exports.issue = 'VilledeMontreal/express-idempotency#33';
exports.about = 'a request with the key of another one ends the server';
exports.loss = ['crash', 'hang'];
exports.packages = { 'express': '4.21.2', 'express-idempotency': '1.0.6', 'pg': '8.16.3' };
class Adapter {
  constructor(pool) { this.pool = pool; }

  async findByIdempotencyKey(key) {
    const { rows: [row] } = await this.pool.query('SELECT resource FROM idempotency WHERE key = $1', [key]);
    return row?.resource;
  }

  async create(resource) {
    await this.pool.query('INSERT INTO idempotency VALUES ($1, $2)', [resource.idempotencyKey, resource]);
  }

  async update(resource) {
    await this.pool.query('UPDATE idempotency SET resource = $2 WHERE key = $1', [resource.idempotencyKey, resource]);
  }

  async delete(key) {
    await this.pool.query('DELETE FROM idempotency WHERE key = $1', [key]);
  }
}
exports.start = async ({ urls }) => {
  const express = require('express');
  const { Pool } = require('pg');
  const { getSharedIdempotencyService, idempotency } = require('express-idempotency');
  const pool = new Pool({ connectionString: urls.postgres });
  const app = express();
  const open = new Set();
  app.use((req, res, next) => {
    open.add(res);
    res.on('close', () => open.delete(res));
    next();
  });
  app.use(express.json());
  app.use(idempotency({ dataAdapter: new Adapter(pool) }));
  app.post('/payments', async (req, res, next) => {
    if (getSharedIdempotencyService().isHit(req)) return undefined;
    try {
      await pool.query('INSERT INTO payment (amount) VALUES ($1)', [req.body.amount]);
      return res.status(201).send({ paid: req.body.amount });
    } catch (error) { return next(error); }
  });
  app.get('/payments', async (req, res) => res.json((await pool.query('SELECT amount FROM payment')).rows));
  const reset = () => pool.query(`DROP TABLE IF EXISTS idempotency, payment;
    CREATE TABLE idempotency (key text PRIMARY KEY, resource jsonb NOT NULL);
    CREATE TABLE payment (id serial PRIMARY KEY, amount integer NOT NULL)`);
  return { handle: app, reset, close: () => pool.end(), open };
};
const pay = (key) => ['POST', '/payments', { amount: 5 }, 201, { 'idempotency-key': key }];
exports.traffic = async (send) => {
  await send(...pay('k1'));
  await send(...pay('k1'));
  await send('GET', '/payments');
};
// A program that fires the pair many times goes on where the server would end.
exports.pair = async (send, both, { open }) => {
  const end = () => open.forEach((res) => res.destroy());
  process.once('unhandledRejection', end);
  const [method, target, body, , headers] = pay('k1');
  await both([method, target, body, headers], [method, target, body, headers]).catch(() => {});
  process.off('unhandledRejection', end);
};
exports.harm = ({ statuses }) => statuses === undefined;
