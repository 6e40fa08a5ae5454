'use strict';
// A middleware that keeps the answer under the key of the request, and looks for it first.
exports.issue = 'idempotency key without a claim';
exports.about = 'a retried payment is charged twice';
exports.loss = ['duplicate', 'extra row', 'double use'];
exports.packages = { express: '5.1.0', pg: '8.16.3', 'drizzle-orm': '0.44.5' };
exports.fixed = { about: 'INSERT ... ON CONFLICT DO NOTHING, and 409' };
exports.start = async ({ urls, isFixed }) => {
  const express = require('express');
  const { drizzle } = require('drizzle-orm/node-postgres');
  const { integer, json, pgTable, serial, text } = require('drizzle-orm/pg-core');
  const { eq } = require('drizzle-orm');
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres });
  const db = drizzle(pool);
  const answers = pgTable('answer', { key: text('key').primaryKey(), body: json('body') });
  const payments = pgTable('payment', { id: serial('id').primaryKey(), amount: integer('amount') });
  const app = express();
  app.use(express.json());
  app.use(async (req, res, next) => {
    const key = req.get('idempotency-key');
    const [known] = await db.select().from(answers).where(eq(answers.key, key));
    if (known?.body) return res.json(known.body);
    if (isFixed && (await db.insert(answers).values({ key }).onConflictDoNothing()).rowCount === 0) {
      return res.status(409).json({ error: 'in progress' });
    }
    const { json: send } = res;
    res.json = function keep(body) {
      const saved = isFixed
        ? db.update(answers).set({ body }).where(eq(answers.key, key))
        : db.insert(answers).values({ key, body }).onConflictDoNothing();
      saved.then(() => send.call(this, body), next);
      return this;
    };
    return next();
  });
  app.post('/payments', async (req, res) => {
    await db.insert(payments).values({ amount: req.body.amount });
    res.json({ ok: true });
  });
  const reset = () => pool.query(`DROP TABLE IF EXISTS answer, payment;
    CREATE TABLE answer (key text PRIMARY KEY, body json);
    CREATE TABLE payment (id serial PRIMARY KEY, amount int)`);
  return { handle: app, pool, reset, close: () => pool.end() };
};
const headers = { 'idempotency-key': '5f0c' };
exports.traffic = async (send) => {
  await send('POST', '/payments', { amount: 5 }, 200, headers);
  await send('POST', '/payments', { amount: 5 }, 200, headers);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM payment')).rows.length > 1;
