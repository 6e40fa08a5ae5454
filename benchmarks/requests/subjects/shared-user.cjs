'use strict';
// The user is kept in a variable of the module, which each request sets before it waits.
const USERS = { 'token-ann': 'ann', 'token-bob': 'bob' };

exports.about = 'a user gets the page of another one';
exports.loss = ['mixed answers'];
exports.tables = `
  DROP TABLE IF EXISTS note;
  CREATE TABLE note (id serial PRIMARY KEY, text text);
  INSERT INTO note (text) VALUES ('milk')`;
exports.routes = (app, pool) => {
  let user;
  app.get('/me', async (req, res) => {
    user = USERS[req.get('x-token')];
    const { rows } = await pool.query('SELECT text FROM note');
    return res.json({ user, notes: rows });
  });
};
exports.traffic = async (send) => {
  for (const token of Object.keys(USERS)) await send('GET', '/me', undefined, 200, { 'x-token': token });
};
exports.pair = (send, both) => both(
  ['GET', '/me', undefined, { 'x-token': 'token-ann' }], ['GET', '/me', undefined, { 'x-token': 'token-bob' }],
);
exports.harm = () => false; // fired at once, each gets its own: the answers would have to be read
