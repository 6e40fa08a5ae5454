'use strict';
// A counter in a transaction of READ COMMITTED: SELECT, then UPDATE of what was read.
exports.issue = 'knex: READ COMMITTED';
exports.about = 'an increment is lost in spite of a transaction';
exports.loss = ['lost update'];
exports.packages = { express: '4.21.2', knex: '3.1.0', pg: '8.11.5' };
exports.fixed = { about: 'forUpdate()' };
exports.start = async ({ urls, isFixed }) => {
  const express = require('express');
  const knex = require('knex')({ client: 'pg', connection: urls.postgres });
  const app = express();
  app.use(express.json());
  app.post('/posts/:id/likes', async (req, res) => {
    await knex.transaction(async (trx) => {
      const found = trx('post').where({ id: req.params.id }).first();
      const { likes } = await (isFixed ? found.forUpdate() : found);
      await trx('post').where({ id: req.params.id }).update({ likes: likes + 1 });
    });
    res.json({ ok: true });
  });
  const reset = async () => {
    await knex.raw('DROP TABLE IF EXISTS post; CREATE TABLE post (id int PRIMARY KEY, likes int)');
    await knex('post').insert({ id: 1, likes: 0 });
  };
  return { handle: app, knex, reset, close: () => knex.destroy() };
};
exports.traffic = async (send) => {
  await send('POST', '/posts/1/likes', {});
  await send('POST', '/posts/1/likes', {});
};
exports.harm = async ({ knex }) => (await knex('post').first()).likes !== 2;
