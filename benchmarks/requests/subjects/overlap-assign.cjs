'use strict';
// UPDATE with a sub-select: each worker has a row of its own, and the statement looks at the other rows first.
exports.about = 'a task that two workers get by one statement each';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS worker;
  CREATE TABLE worker (name text PRIMARY KEY, task text);
  INSERT INTO worker VALUES ('ann'), ('bob')`;
exports.routes = (app, pool) => {
  app.post('/claim', async (req, res) => {
    const { rowCount } = await pool.query(`UPDATE worker SET task = $2
      WHERE name = $1 AND (SELECT count(*) FROM worker WHERE task = $2) = 0`, [req.body.name, req.body.task]);
    return res.status(rowCount === 1 ? 200 : 409).json({ claimed: rowCount === 1 });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/claim', { name: 'ann', task: 'roof' });
  await send('POST', '/claim', { name: 'bob', task: 'roof' }, 409);
};
exports.pair = (send, both) => both(
  ['POST', '/claim', { name: 'ann', task: 'roof' }], ['POST', '/claim', { name: 'bob', task: 'roof' }]);
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
