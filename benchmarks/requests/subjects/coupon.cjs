'use strict';
// A coupon that can be used once: SELECT, then UPDATE.
exports.about = 'a coupon is redeemed twice';
exports.loss = ['double use'];
exports.tables = `
  DROP TABLE IF EXISTS coupon, redemption;
  CREATE TABLE coupon (code text PRIMARY KEY, used boolean NOT NULL);
  CREATE TABLE redemption (id serial PRIMARY KEY, code text, who text, at timestamptz DEFAULT now());
  INSERT INTO coupon VALUES ('X', false), ('Y', false)`;
exports.routes = (app, pool) => {
  app.post('/redeem', async (req, res) => {
    const { code, who } = req.body;
    const { rows } = await pool.query('SELECT used FROM coupon WHERE code = $1', [code]);
    if (rows.length === 0 || rows[0].used) return res.status(409).json({ ok: false });
    await pool.query('UPDATE coupon SET used = true WHERE code = $1', [code]);
    await pool.query('INSERT INTO redemption (code, who) VALUES ($1, $2)', [code, who]);
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/redeem', { code: 'X', who: 'ann' });
  await send('POST', '/redeem', { code: 'X', who: 'bob' }, 409);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM redemption')).rows.length > 1;
