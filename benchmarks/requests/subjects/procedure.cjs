'use strict';
// Goods that are reserved by a procedure of MariaDB, which looks at the stock and then changes it.
exports.about = 'more is reserved than there is, inside a stored procedure of MariaDB';
exports.loss = ['double use', 'lost update'];
exports.packages = { express: '5.3.0', mysql2: '3.24.6' };
const TABLES = [
  'DROP TABLE IF EXISTS reservation, goods', 'DROP PROCEDURE IF EXISTS reserve',
  'CREATE TABLE goods (sku VARCHAR(20) PRIMARY KEY, stock INT NOT NULL)',
  'CREATE TABLE reservation (id INT AUTO_INCREMENT PRIMARY KEY, sku VARCHAR(20), pieces INT)',
  `INSERT INTO goods VALUES ('cup', 5)`,
];
const PROCEDURE = `CREATE PROCEDURE reserve(IN p_sku VARCHAR(20), IN p_pieces INT)
  BEGIN
    DECLARE v_stock INT;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
    START TRANSACTION;
    SELECT stock INTO v_stock FROM goods WHERE sku = p_sku;
    IF v_stock >= p_pieces THEN
      UPDATE goods SET stock = v_stock - p_pieces WHERE sku = p_sku;
      INSERT INTO reservation (sku, pieces) VALUES (p_sku, p_pieces);
    END IF;
    COMMIT;
    SELECT v_stock >= p_pieces AS ok;
  END`;
exports.start = async ({ urls }) => {
  const express = require('express');
  const pool = require('mysql2/promise').createPool(urls.mysql);
  const app = express();
  app.use(express.json());
  app.post('/reservations', async (req, res) => {
    const [[[{ ok }]]] = await pool.query('CALL reserve(?, ?)', [req.body.sku, req.body.pieces]);
    res.status(ok ? 201 : 409).json({ ok: Boolean(ok) });
  });
  const reset = async () => {
    for (const text of [...TABLES, PROCEDURE]) await pool.query(text);
  };
  return { handle: app, pool, reset, close: () => pool.end() };
};
exports.traffic = async (send) => {
  await send('POST', '/reservations', { sku: 'cup', pieces: 3 }, 201);
  await send('POST', '/reservations', { sku: 'cup', pieces: 3 }, 409);
};
exports.harm = async ({ pool }) => (await pool.query('SELECT * FROM reservation'))[0].length > 1;
