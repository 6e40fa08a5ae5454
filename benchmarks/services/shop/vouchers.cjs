'use strict';
// Vouchers, in MariaDB.
const mysql = require('mysql2/promise');
const { expressApp, listen } = require('./common.cjs');

const db = mysql.createPool(process.env.MARIADB_URL);
const app = expressApp();
db.query('SELECT 1').catch((error) => console.error(`error: no database for vouchers: ${error.message}`));

app.get('/vouchers/:code', async (req, res) => {
  const [[row]] = await db.execute('SELECT used FROM voucher WHERE code = ?', [req.params.code]);
  res.json({ used: row?.used !== 0 });
});

app.put('/vouchers/:code', async (req, res) => {
  await db.execute('UPDATE voucher SET used = 1 WHERE code = ?', [req.params.code]);
  res.json({ ok: true });
});

app.post('/vouchers/:code/redeem', async (req, res) => {
  const [{ affectedRows }] = await db.execute('UPDATE voucher SET used = 1 WHERE code = ? AND used = 0', [req.params.code]);
  res.status(affectedRows === 1 ? 200 : 409).json({ ok: affectedRows === 1 });
});

listen(app);
