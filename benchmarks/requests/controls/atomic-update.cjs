'use strict';
// The coupon with one UPDATE that has the condition.
exports.about = 'atomic UPDATE with a condition';
exports.tables = `
  DROP TABLE IF EXISTS coupon, redemption;
  CREATE TABLE coupon (code text PRIMARY KEY, used boolean NOT NULL);
  CREATE TABLE redemption (id serial PRIMARY KEY, code text, who text, at timestamptz DEFAULT now());
  INSERT INTO coupon VALUES ('X', false), ('Y', false)`;
exports.routes = (app, pool) => {
  app.post('/redeem', async (req, res) => {
    const { code, who } = req.body;
    const { rows } = await pool.query('SELECT used FROM coupon WHERE code = $1', [code]);
    if (rows.length === 0) return res.status(404).json({ ok: false });
    const { rowCount } = await pool.query('UPDATE coupon SET used = true WHERE code = $1 AND NOT used', [code]);
    if (rowCount === 0) return res.status(409).json({ ok: false });
    await pool.query('INSERT INTO redemption (code, who) VALUES ($1, $2)', [code, who]);
    return res.json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/redeem', { code: 'X', who: 'ann' });
  await send('POST', '/redeem', { code: 'X', who: 'bob' }, 409);
};
