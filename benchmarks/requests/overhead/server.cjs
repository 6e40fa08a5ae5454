'use strict';
// The server that is measured: express and pg. Each request reads a row and changes it. The parent asks for its CPU
// time by message.
const express = require('express');
const { Pool } = require('pg');

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
const app = express();
app.use(express.json());

app.post('/items/:id', async (request, response, next) => {
  try {
    const { rows } = await pool.query('SELECT n FROM item WHERE id = $1', [request.params.id]);
    await pool.query('UPDATE item SET n = $2 WHERE id = $1', [request.params.id, rows[0].n + request.body.by]);
    response.json({ id: request.params.id, n: rows[0].n + request.body.by });
  } catch (error) {
    next(error);
  }
});

async function main() {
  await pool.query('DROP TABLE IF EXISTS item');
  await pool.query('CREATE TABLE item (id int PRIMARY KEY, n int NOT NULL)');
  await pool.query('INSERT INTO item SELECT id, 0 FROM generate_series(1, 100) AS id');
  const server = app.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    if (process.send) process.send({ port });
    else console.log(`listens on ${port}`);
  });
  server.keepAliveTimeout = 60_000; // under valgrind a request may take seconds
  process.on('message', () => process.send({ cpu: process.cpuUsage() }));
}

main();
