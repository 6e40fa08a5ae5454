'use strict';
// Shared by the services: addresses, calls over HTTP, and databases. Each service has a database of its own.
const express = require('express');
const fastify = require('fastify');
const pg = require('pg');

/** True for the controls: each race has its fix beside it. */
exports.isFixed = process.env.FIXED === '1';

const addressOf = (service) => process.env[`${service.toUpperCase()}_URL`];

/** Calls another service. Resolves to {status, ok, body}. */
exports.call = async (service, method, path, body) => {
  const response = await fetch(addressOf(service) + path, {
    method, body: body && JSON.stringify(body), headers: body && { 'content-type': 'application/json' },
  });
  return { status: response.status, ok: response.ok, body: await response.json() };
};

/** Returns a pool of connections to the service's own database, which it checks at once. */
exports.database = (service) => {
  const pool = new pg.Pool({ connectionString: new URL(service, process.env.DATABASE_URL).href });
  pool.query('SELECT 1').catch((error) => console.error(`error: no database for ${service}: ${error.message}`));
  return pool;
};

exports.expressApp = () => express().use(express.json());
exports.fastifyApp = () => fastify();

/** Listens on the port of the service. */
exports.listen = (app) => {
  const port = Number(process.env.PORT);
  return app.inject ? app.listen({ port, host: '127.0.0.1' }) : app.listen(port, '127.0.0.1');
};
