'use strict';
// save() reads the row, then inserts it: the second one violates the primary key.
exports.issue = 'typeorm/typeorm#10649';
exports.about = 'save() fails on a row that another request made';
exports.loss = ['error'];
exports.packages = { express: '4.21.2', typeorm: '0.3.20', pg: '8.11.5' };
exports.fixed = { about: 'upsert()' };
exports.start = async ({ urls, isFixed }) => {
  const express = require('express');
  const { DataSource, EntitySchema } = require('typeorm');
  const columns = { email: { type: 'varchar', primary: true }, name: { type: 'varchar' } };
  const entity = new EntitySchema({ name: 'person', tableName: 'person', columns });
  const source = await new DataSource({ type: 'postgres', url: urls.postgres, entities: [entity], dropSchema: true, synchronize: true }).initialize();
  const people = source.getRepository('person');
  const app = express();
  app.use(express.json());
  app.put('/people/:email', (req, res, next) => {
    const person = { email: req.params.email, name: req.body.name };
    const saved = isFixed ? people.upsert(person, ['email']) : people.save(person);
    saved.then(() => res.json({ ok: true }), next);
  });
  app.use((error, req, res, next) => (res.headersSent ? next(error) : res.status(500).json({ error: 'internal' })));
  return { handle: app, source, reset: () => source.query('TRUNCATE person'), close: () => source.destroy() };
};
exports.traffic = async (send) => {
  await send('PUT', '/people/ann@x.org', { name: 'Ann' });
  await send('PUT', '/people/ann@x.org', { name: 'Anna' });
};
exports.harm = async ({ statuses }) => statuses.includes(500);
