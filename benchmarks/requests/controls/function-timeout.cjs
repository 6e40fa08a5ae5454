'use strict';
// A voucher that is used by one UPDATE with its condition. The function waits for a lock for a short time, and notes
// that it gave up.
exports.about = 'a condition inside a function that catches its lock_timeout';
exports.tables = `
  DROP TABLE IF EXISTS voucher, busy;
  CREATE TABLE voucher (code text PRIMARY KEY, used_by integer);
  CREATE TABLE busy (id serial PRIMARY KEY, who integer);
  INSERT INTO voucher VALUES ('X', NULL), ('Y', NULL);
  CREATE OR REPLACE FUNCTION use_it(wanted text, who integer) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE hit integer;
    BEGIN
      PERFORM set_config('lock_timeout', '100ms', true);
      PERFORM 1 FROM voucher WHERE code = wanted AND used_by IS NULL;
      IF NOT FOUND THEN RETURN 'used'; END IF;
      BEGIN
        UPDATE voucher SET used_by = who WHERE code = wanted AND used_by IS NULL;
        GET DIAGNOSTICS hit = ROW_COUNT;
      EXCEPTION WHEN lock_not_available THEN
        INSERT INTO busy (who) VALUES (use_it.who);
        RETURN 'busy';
      END;
      IF hit = 0 THEN RETURN 'used'; END IF;
      RETURN 'ok';
    END $$`;
exports.routes = (app, pool) => {
  app.post('/vouchers', async (req, res) => {
    const { rows: [{ state }] } = await pool.query('SELECT use_it($1, $2) AS state', [req.body.code, req.body.account]);
    return res.status(state === 'used' ? 409 : 200).json({ state });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/vouchers', { code: 'X', account: 1 });
  await send('POST', '/vouchers', { code: 'X', account: 2 }, 409);
  await send('POST', '/vouchers', { code: 'Y', account: 3 });
};
