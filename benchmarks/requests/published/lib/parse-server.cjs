'use strict';
// A Parse Server on PostgreSQL. Messages of the test go to `outbox`, a list.

async function startParseServer({ urls, optionsOf }) {
  const express = require('express');
  const { ParseServer } = require('parse-server');
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: urls.postgres });
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const outbox = [];
  const server = new ParseServer({
    databaseURI: urls.postgres, appId: 'app', masterKey: 'master', serverURL: 'http://127.0.0.1/parse',
    publicServerURL: 'http://127.0.0.1/parse', appName: 'App', silent: true, logLevel: 'none', verbose: false,
    revokeSessionOnPasswordReset: false, encodeParseObjectInCloudFunction: true, ...optionsOf(outbox),
  });
  await server.start();
  const app = express();
  app.use('/parse', server.app);
  const reset = async () => {
    outbox.length = 0;
    const { rows } = await pool.query(`SELECT tablename AS name FROM pg_tables WHERE tablename IN ('_User', '_Session')`);
    await pool.query(`TRUNCATE ${rows.map(({ name }) => `"${name}"`).join()}`);
  };
  const count = async (table) => Number((await pool.query(`SELECT count(*) FROM "${table}"`)).rows[0].count);
  const close = async () => {
    await server.config.databaseController.adapter.handleShutdown();
    await pool.end();
  };
  return { handle: app, pool, outbox, reset, count, close };
}

const HEADERS = { 'x-parse-application-id': 'app', 'x-parse-rest-api-key': 'none' };
const ANN = { username: 'ann', password: 'a long password' };

/** Makes a user; resolves to {send, change(authData), login(token), user}. */
async function signUp(send, more = {}) {
  const { body: user } = await send('POST', '/parse/users', { ...ANN, ...more }, 201, HEADERS);
  const session = { ...HEADERS, 'x-parse-session-token': user.sessionToken };
  const change = (mfa) => send('PUT', `/parse/users/${user.objectId}`, { authData: { mfa } }, 200, session);
  const login = (token) => ['POST', '/parse/login', { ...ANN, authData: { mfa: { token } } }, HEADERS];
  return { user, change, login };
}

exports.PACKAGES = { express: '4.21.2', router: '2.2.0', 'parse-server': '8.6.40', pg: '8.18.0', otpauth: '9.4.0' };
exports.FIXED = { 'parse-server': '8.6.91' };
exports.HEADERS = HEADERS;
exports.signUp = signUp;
exports.startParseServer = startParseServer;
