'use strict';
// A voucher that is used by a function of the database, which looks at it and then changes it.
exports.about = 'a voucher is used twice inside a PL/pgSQL function';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS voucher, account;
  CREATE TABLE voucher (code text PRIMARY KEY, amount integer NOT NULL, used_by integer);
  CREATE TABLE account (id integer PRIMARY KEY, credit integer NOT NULL);
  INSERT INTO voucher VALUES ('X', 10);
  INSERT INTO account VALUES (1, 0);
  CREATE OR REPLACE FUNCTION use_voucher(wanted text, who integer) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE found_amount integer;
    BEGIN
      SELECT amount INTO found_amount FROM voucher WHERE code = wanted AND used_by IS NULL;
      IF NOT FOUND THEN RETURN false; END IF;
      UPDATE voucher SET used_by = who WHERE code = wanted;
      UPDATE account SET credit = credit + found_amount WHERE id = who;
      RETURN true;
    END $$`;
exports.routes = (app, pool) => {
  app.post('/vouchers', async (req, res) => {
    const { rows: [{ ok }] } = await pool.query('SELECT use_voucher($1, $2) AS ok', [req.body.code, req.body.account]);
    return res.status(ok ? 200 : 409).json({ ok });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/vouchers', { code: 'X', account: 1 });
  await send('POST', '/vouchers', { code: 'X', account: 1 }, 409);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT credit FROM account')).rows[0].credit > 10;
