'use strict';
// set() of the store looks for the row, then makes or changes it; its guard against a second call is claimed too late.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const SCHEMA = [
  'generator client {', 'provider = "prisma-client-js"', '}', 'datasource db {', 'provider = "postgresql"', '}',
  'model Session {', 'id String @id', 'sid String @unique', 'data String', 'expiresAt DateTime', '}', '',
].join('\n');

exports.issue = 'kleydon/prisma-session-store#193';
exports.about = 'a change of a session is lost, or it is back after logout';
exports.loss = ['lost update', 'resurrected', 'double use', 'error'];
exports.packages = {
  'express': '4.21.2', 'express-session': '1.18.1', '@quixo3/prisma-session-store': '3.1.19',
  'prisma': '7.9.1', '@prisma/client': '7.9.1', '@prisma/adapter-pg': '7.9.1',
};
// Prisma's client is generated. The schema engine, a binary that is not in the package, is not needed for that.
exports.prepare = (folder) => {
  if (fs.existsSync(path.join(folder, 'node_modules', '.prisma', 'client', 'index.js'))) return;
  fs.writeFileSync(path.join(folder, 'schema.prisma'), SCHEMA);
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' };
  const prisma = path.join('node_modules', 'prisma', 'build', 'index.js');
  execFileSync(process.execPath, [prisma, 'generate', '--schema', 'schema.prisma'], { cwd: folder, env });
};
exports.start = async ({ urls }) => {
  const express = require('express');
  const session = require('express-session');
  const { PrismaPg } = require('@prisma/adapter-pg');
  const { PrismaClient } = require('@prisma/client');
  const { PrismaSessionStore } = require('@quixo3/prisma-session-store');
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: urls.postgres }) });
  const run = (text) => prisma.$executeRawUnsafe(text);
  await run('DROP TABLE IF EXISTS "Session"');
  await run('CREATE TABLE "Session" (id text PRIMARY KEY, sid text UNIQUE, data text, "expiresAt" timestamp)');
  const store = new PrismaSessionStore(prisma, { logger: false, dbRecordIdIsSessionId: true });
  const app = express();
  app.use(express.json());
  app.use(session({ store, secret: 's', resave: false, saveUninitialized: false, cookie: { maxAge: 3_600_000 } }));
  app.post('/login', (req, res) => {
    Object.assign(req.session, { user: req.body.user, pages: 0 });
    res.json({ ok: true });
  });
  app.post('/pages', (req, res) => {
    if (!req.session.user) return res.status(401).json({ error: 'log in' });
    req.session.pages++;
    return res.json({ pages: req.session.pages });
  });
  app.post('/logout', (req, res, next) => {
    req.session.destroy((error) => (error ? next(error) : res.json({ ok: true })));
  });
  return { handle: app, prisma, reset: () => run('TRUNCATE "Session"'), close: () => prisma.$disconnect() };
};
exports.traffic = async (send) => {
  const { cookie } = await send('POST', '/login', { user: 'ann' });
  await send('POST', '/pages', { page: 'a' }, 200, { cookie });
  await send('POST', '/logout', {}, 200, { cookie });
};
exports.pair = async (send, both) => {
  const { cookie } = await send('POST', '/login', { user: 'ann' });
  await both(['POST', '/pages', { page: 'a' }, { cookie }], ['POST', '/logout', {}, { cookie }]);
};
exports.harm = async ({ prisma, statuses }) => statuses[1] === 200 && await prisma.session.count() > 0;
