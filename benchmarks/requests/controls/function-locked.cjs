'use strict';
// Places of a course, which a procedure counts while it has the lock of the course.
exports.about = 'SELECT ... FOR UPDATE inside a procedure';
exports.tables = `
  DROP TABLE IF EXISTS enrolment, course;
  CREATE TABLE course (id integer PRIMARY KEY, places integer NOT NULL);
  CREATE TABLE enrolment (id serial PRIMARY KEY, course integer, student text);
  INSERT INTO course VALUES (1, 1);
  CREATE OR REPLACE PROCEDURE enrol(wanted integer, who text) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM course WHERE id = wanted FOR UPDATE;
      IF (SELECT count(*) FROM enrolment e WHERE e.course = wanted) >= (SELECT places FROM course WHERE id = wanted) THEN
        RAISE EXCEPTION 'the course is full';
      END IF;
      INSERT INTO enrolment (course, student) VALUES (wanted, who);
    END $$`;
exports.routes = (app, pool) => {
  app.post('/enrol', async (req, res) => {
    try {
      await pool.query('CALL enrol($1, $2)', [req.body.course, req.body.student]);
      return res.status(201).json({ ok: true });
    } catch (error) {
      if (error.code !== 'P0001') throw error;
      return res.status(409).json({ error: error.message });
    }
  });
};
exports.traffic = async (send) => {
  await send('POST', '/enrol', { course: 1, student: 'ann' }, 201);
  await send('POST', '/enrol', { course: 1, student: 'bob' }, 409);
};
