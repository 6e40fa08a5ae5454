'use strict';
// A team of two seats: COUNT, then INSERT. Only the request for the last seat can exceed the limit with its copy.
exports.about = 'a team gets more members than it has seats';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS team, member;
  CREATE TABLE team (id serial PRIMARY KEY, seats integer NOT NULL);
  CREATE TABLE member (id serial PRIMARY KEY, team integer NOT NULL, email text NOT NULL);
  INSERT INTO team (seats) VALUES (2)`;
exports.routes = (app, pool) => {
  app.post('/teams/:id/members', async (req, res) => {
    const { rows: [team] } = await pool.query('SELECT seats FROM team WHERE id = $1', [req.params.id]);
    const { rows: [{ n }] } = await pool.query('SELECT count(*)::int AS n FROM member WHERE team = $1', [req.params.id]);
    if (n >= team.seats) return res.status(403).json({ error: 'full' });
    await pool.query('INSERT INTO member (team, email) VALUES ($1, $2)', [req.params.id, req.body.email]);
    return res.status(201).json({ email: req.body.email });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/teams/1/members', { email: 'ann@example.org' }, 201);
  await send('POST', '/teams/1/members', { email: 'bob@example.org' }, 201);
  await send('POST', '/teams/1/members', { email: 'eve@example.org' }, 403);
};
exports.pair = async (send, both) => {
  await send('POST', '/teams/1/members', { email: 'ann@example.org' }, 201);
  await both(['POST', '/teams/1/members', { email: 'bob@example.org' }], ['POST', '/teams/1/members', { email: 'eve@example.org' }]);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT count(*)::int AS n FROM member')).rows[0].n > 2;
