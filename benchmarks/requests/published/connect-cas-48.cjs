'use strict';
// The ticket lies in a variable of the middleware while the session is read: another request has set its own by then.
const http = require('node:http');

exports.issue = 'AceMetrix/connect-cas#48';
exports.about = 'a user is logged in as another one';
exports.loss = ['mixed answers', 'lost update', 'extra row'];
exports.packages = {
  'express': '4.21.2', 'express-session': '1.18.1', 'connect-cas': '1.4.4', 'connect-pg-simple': '10.0.0', 'pg': '8.16.3',
};
exports.fixed = { about: 'connect-cas 1.8.1', packages: { 'connect-cas': '1.8.1' } };

// Says of the ticket ST-ann that it is ann's.
function casServer() {
  const server = http.createServer((req, res) => {
    const user = new URL(req.url, 'http://cas').searchParams.get('ticket').slice('ST-'.length);
    res.end(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess>
      <cas:user>${user}</cas:user></cas:authenticationSuccess></cas:serviceResponse>`);
  });
  return new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(server)); });
}
exports.start = async ({ urls }) => {
  const express = require('express');
  const session = require('express-session');
  const { Pool } = require('pg');
  const cas = require('connect-cas');
  const Store = require('connect-pg-simple')(session);
  const pool = new Pool({ connectionString: urls.postgres });
  const server = await casServer();
  cas.configure({ protocol: 'http', host: `127.0.0.1:${server.address().port}` });
  const app = express();
  app.use(session({ store: new Store({ pool, pruneSessionInterval: false }), secret: 'a secret', resave: false, saveUninitialized: false }));
  app.get('/login', cas.serviceValidate(), (req, res) => res.json({ user: req.session.cas.user }));
  const reset = () => pool.query(`DROP TABLE IF EXISTS session;
    CREATE TABLE session (sid varchar PRIMARY KEY, sess json NOT NULL, expire timestamp(6) NOT NULL)`);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await pool.end();
  };
  return { handle: app, reset, close };
};
exports.traffic = async (send) => {
  await send('GET', '/login?ticket=ST-ann');
  await send('GET', '/login?ticket=ST-bob');
};
exports.pair = (send, both) => both(['GET', '/login?ticket=ST-ann'], ['GET', '/login?ticket=ST-bob']);
exports.harm = ({ bodies: [a, b] }) => a.user !== 'ann' || b.user !== 'bob';
