'use strict';
// The findOrCreate of waterline looks for the record, then makes it.
exports.issue = 'balderdashy/waterline#1185';
exports.about = 'two records where there may be one';
exports.loss = ['duplicate', 'extra row', 'double use'];
exports.packages = { 'express': '4.21.2', 'waterline': '0.15.2', 'sails-postgresql': '5.0.1', 'pg': '8.11.5' };
exports.start = async ({ urls }) => {
  const express = require('express');
  const Waterline = require('waterline');
  const id = { type: 'number', autoMigrations: { columnType: '_numberkey', autoIncrement: true } };
  const text = () => ({ type: 'string', autoMigrations: { columnType: '_string' } });
  const orm = await new Promise((resolve, reject) => {
    Waterline.start({
      adapters: { 'sails-postgresql': require('sails-postgresql') },
      datastores: { default: { adapter: 'sails-postgresql', url: urls.postgres } },
      models: { tag: { attributes: { id, ip: text(), code: text() } } },
      defaultModelSettings: { primaryKey: 'id', datastore: 'default', migrate: 'drop' },
    }, (error, started) => (error ? reject(error) : resolve(started)));
  });
  const Tag = Waterline.getModel('tag', orm);
  const app = express();
  app.use(express.json());
  app.put('/tags', async (req, res, next) => {
    try {
      const { ip, code } = req.body;
      res.json(await Tag.findOrCreate({ ip, code }, { ip, code }));
    } catch (error) { next(error); }
  });
  app.get('/tags/:code', async (req, res) => res.json(await Tag.find({ code: req.params.code })));
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres }); // waterline makes no tables by itself
  const reset = () => pool.query('DROP TABLE IF EXISTS tag; CREATE TABLE tag (id serial PRIMARY KEY, ip text, code text)');
  const close = async () => {
    await pool.end();
    await new Promise((resolve) => { Waterline.stop(orm, resolve); });
  };
  return { handle: app, pool, reset, close };
};
exports.traffic = async (send) => {
  await send('PUT', '/tags', { ip: '1.2.3.4', code: 'x' });
  await send('PUT', '/tags', { ip: '1.2.3.4', code: 'x' });
  await send('GET', '/tags/x');
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM tag')).rows.length > 1;
