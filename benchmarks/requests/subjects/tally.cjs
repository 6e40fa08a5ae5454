'use strict';
// Votes: a vote of each user, which a unique key protects, and a tally that is read and written back. A second vote of
// the same user never comes to the tally, so only votes of two users lose one.
exports.about = 'a vote is not counted';
exports.loss = ['lost update'];
exports.tables = `
  DROP TABLE IF EXISTS vote, poll;
  CREATE TABLE poll (id integer PRIMARY KEY, tally jsonb NOT NULL);
  CREATE TABLE vote (poll integer, voter text, PRIMARY KEY (poll, voter));
  INSERT INTO poll VALUES (1, '{}')`;
exports.routes = (app, pool) => {
  app.post('/polls/:id/votes', async (req, res) => {
    const { user, option } = req.body;
    const given = await pool.query('INSERT INTO vote VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.params.id, user]);
    if (given.rowCount === 0) return res.status(409).json({ error: 'voted already' });
    const { rows: [{ tally }] } = await pool.query('SELECT tally FROM poll WHERE id = $1', [req.params.id]);
    tally[option] = (tally[option] ?? 0) + 1;
    await pool.query('UPDATE poll SET tally = $2 WHERE id = $1', [req.params.id, tally]);
    return res.json(tally);
  });
};
exports.traffic = async (send) => {
  await send('POST', '/polls/1/votes', { user: 'ann', option: 'yes' });
  await send('POST', '/polls/1/votes', { user: 'bob', option: 'yes' });
  await send('POST', '/polls/1/votes', { user: 'ann', option: 'no' }, 409);
};
exports.pair = (send, both) => both(
  ['POST', '/polls/1/votes', { user: 'ann', option: 'yes' }], ['POST', '/polls/1/votes', { user: 'bob', option: 'yes' }],
);
exports.harm = async ({ pool }) => (await pool.query('SELECT tally FROM poll')).rows[0].tally.yes !== 2;
