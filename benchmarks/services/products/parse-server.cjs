'use strict';
// Parse Server on PostgreSQL, on PORT. Mail of the server goes to the file outbox.json, from which "traffic", as an
// argument, takes the token that resets a password. "reset" puts the state back.
const fs = require('node:fs');

const { BASE_URL, DATABASE_URL, PORT } = process.env;
const OUTBOX = 'outbox.json';
const URL_OF_SERVER = `http://127.0.0.1:${PORT}/parse`;
const JSON_HEADERS = { 'content-type': 'application/json', 'x-parse-application-id': 'app', 'x-parse-rest-api-key': 'none' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' };

async function serve() {
  const express = require('express');
  const { ParseServer } = require('parse-server');
  const emailAdapter = {
    sendPasswordResetEmail: async ({ link }) => fs.writeFileSync(OUTBOX, JSON.stringify(new URL(link).searchParams.get('token'))),
    sendVerificationEmail: async () => {}, sendMail: async () => {},
  };
  const server = new ParseServer({
    databaseURI: DATABASE_URL, appId: 'app', masterKey: 'master', serverURL: URL_OF_SERVER, publicServerURL: URL_OF_SERVER,
    appName: 'App', silent: true, logLevel: 'none', verbose: false, revokeSessionOnPasswordReset: false,
    encodeParseObjectInCloudFunction: true, emailAdapter,
  });
  await server.start();
  express().use('/parse', server.app).listen(PORT, '127.0.0.1');
}

async function send(path, body, headers, expected) {
  const { status } = await fetch(`${BASE_URL}/parse${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  if (status !== expected) console.error(`${path} answers ${status}, not ${expected}`);
}

async function traffic() {
  const user = { username: 'ann', password: 'a long password', email: 'ann@example.org' };
  await send('/users', JSON.stringify(user), JSON_HEADERS, 201);
  await send('/requestPasswordReset', JSON.stringify({ email: user.email }), JSON_HEADERS, 200);
  const token = JSON.parse(fs.readFileSync(OUTBOX, 'utf8'));
  for (const [password, status] of [['another password', 200], ['a third password', 400]]) {
    const form = new URLSearchParams({ token, username: 'ann', new_password: password });
    await send('/apps/app/request_password_reset', String(form), FORM_HEADERS, status);
  }
}

async function reset() {
  fs.rmSync(OUTBOX, { force: true });
  const { Client } = require('pg');
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("SELECT tablename AS name FROM pg_tables WHERE tablename IN ('_User', '_Session')");
  if (rows.length > 0) await client.query(`TRUNCATE ${rows.map(({ name }) => `"${name}"`).join()}`);
  await client.end();
}

const [verb] = process.argv.slice(2);
const run = { traffic, reset }[verb] ?? serve;
run();
