'use strict';
// Orders with lines, each statement by itself, stock by one statement with its condition. The ids of orders and lines
// depend on the order of the statements, and the requests send such small numbers, too.
exports.about = 'stock in one statement with its condition; ids of new rows in any order';
exports.tables = `
  DROP TABLE IF EXISTS line, customer_order, product;
  CREATE TABLE product (id int PRIMARY KEY, stock int NOT NULL);
  CREATE TABLE customer_order (id serial PRIMARY KEY, customer_id int NOT NULL);
  CREATE TABLE line (id serial PRIMARY KEY, order_id int NOT NULL, product_id int NOT NULL, quantity int NOT NULL);
  INSERT INTO product VALUES (1, 10), (2, 10)`;
exports.routes = (app, pool) => {
  app.post('/orders', async (req, res) => {
    const { customer, product, quantity } = req.body;
    const { rows: [{ id }] } = await pool.query('INSERT INTO customer_order (customer_id) VALUES ($1) RETURNING id', [customer]);
    const { rows } = await pool.query('SELECT stock FROM product WHERE id = $1', [product]);
    if (rows[0].stock < quantity) return res.status(409).json({ error: 'sold out' });
    const taken = await pool.query('UPDATE product SET stock = stock - $2 WHERE id = $1 AND stock >= $2', [product, quantity]);
    if (taken.rowCount === 0) return res.status(409).json({ error: 'sold out' });
    await pool.query('INSERT INTO line (order_id, product_id, quantity) VALUES ($1, $2, $3)', [id, product, quantity]);
    return res.status(201).json({ id });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/orders', { customer: 1, product: 1, quantity: 1 }, 201);
  await send('POST', '/orders', { customer: 2, product: 1, quantity: 2 }, 201);
};
