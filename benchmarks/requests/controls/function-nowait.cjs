'use strict';
// A room that is booked under the lock of its table, and a gift that is used while nobody else has that lock.
exports.about = 'LOCK TABLE inside a function, also NOWAIT';
exports.tables = `
  DROP TABLE IF EXISTS booking, gift;
  CREATE TABLE booking (id serial PRIMARY KEY, room integer, day integer);
  CREATE TABLE gift (code text PRIMARY KEY, used boolean NOT NULL);
  INSERT INTO gift VALUES ('X', false);
  CREATE OR REPLACE FUNCTION reserve(r integer, d integer) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      LOCK TABLE booking IN SHARE ROW EXCLUSIVE MODE;
      IF EXISTS (SELECT 1 FROM booking WHERE room = r AND day = d) THEN RETURN false; END IF;
      INSERT INTO booking (room, day) VALUES (r, d);
      RETURN true;
    END $$;
  CREATE OR REPLACE FUNCTION redeem(wanted text) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM gift WHERE code = wanted AND used) THEN RETURN 'used'; END IF;
      BEGIN
        LOCK TABLE gift IN SHARE ROW EXCLUSIVE MODE NOWAIT;
      EXCEPTION WHEN lock_not_available THEN RETURN 'busy';
      END;
      UPDATE gift SET used = true WHERE code = wanted AND NOT used;
      IF NOT FOUND THEN RETURN 'used'; END IF;
      RETURN 'ok';
    END $$`;
exports.routes = (app, pool) => {
  app.post('/reserve', async (req, res) => {
    const { rows: [{ ok }] } = await pool.query('SELECT reserve($1, $2) AS ok', [req.body.room, req.body.day]);
    return res.status(ok ? 201 : 409).json({ ok });
  });
  app.post('/redeem', async (req, res) => {
    const { rows: [{ state }] } = await pool.query('SELECT redeem($1) AS state', [req.body.code]);
    return res.status(state === 'used' ? 409 : 200).json({ state });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/reserve', { room: 1, day: 1 }, 201);
  await send('POST', '/reserve', { room: 1, day: 1 }, 409);
  await send('POST', '/redeem', { code: 'X' });
  await send('POST', '/redeem', { code: 'X' }, 409);
};
