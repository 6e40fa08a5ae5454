'use strict';
// The only seat of a course, which a procedure of MariaDB looks at while it has the lock of the row.
exports.about = 'SELECT ... FOR UPDATE inside a stored procedure of MariaDB';
exports.packages = { express: '5.3.0', mysql2: '3.24.6' };
const TABLES = [
  'DROP TABLE IF EXISTS course', 'DROP PROCEDURE IF EXISTS enrol',
  'CREATE TABLE course (id INT PRIMARY KEY, seats INT NOT NULL)', 'INSERT INTO course VALUES (1, 1)',
  `CREATE PROCEDURE enrol(IN p_id INT, OUT p_ok INT)
    BEGIN
      START TRANSACTION;
      SELECT seats > 0 INTO p_ok FROM course WHERE id = p_id FOR UPDATE;
      IF p_ok THEN UPDATE course SET seats = seats - 1 WHERE id = p_id; END IF;
      COMMIT;
      SELECT p_ok AS ok;
    END`,
];
exports.start = async ({ urls }) => {
  const express = require('express');
  const pool = require('mysql2/promise').createPool(urls.mysql);
  const app = express();
  app.use(express.json());
  app.post('/courses/:id/enrolments', async (req, res) => {
    const [[[{ ok }]]] = await pool.query('CALL enrol(?, @ok)', [req.params.id]);
    res.status(ok ? 201 : 409).json({ ok: Boolean(ok) });
  });
  const reset = async () => {
    for (const text of TABLES) await pool.query(text);
  };
  return { handle: app, pool, reset, close: () => pool.end() };
};
exports.traffic = async (send) => {
  await send('POST', '/courses/1/enrolments', {}, 201);
  await send('POST', '/courses/1/enrolments', {}, 409);
};
