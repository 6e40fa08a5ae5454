'use strict';
// A cache in the process: filled by the reader, emptied by the writer. A reader that is answered late fills it with
// what was there before.
const cache = new Map();

exports.about = 'a cache in memory keeps the old price';
exports.loss = ['lost update'];
exports.tables = `
  DROP TABLE IF EXISTS product;
  CREATE TABLE product (id integer PRIMARY KEY, price integer NOT NULL);
  INSERT INTO product VALUES (1, 10)`;
exports.files = () => cache.clear();
exports.routes = (app, pool) => {
  app.get('/products/:id', async (req, res) => {
    const { id } = req.params;
    if (!cache.has(id)) {
      const { rows: [product] } = await pool.query('SELECT price FROM product WHERE id = $1', [id]);
      cache.set(id, product);
    }
    return res.json(cache.get(id));
  });
  app.put('/products/:id', async (req, res) => {
    await pool.query('UPDATE product SET price = $2 WHERE id = $1', [req.params.id, req.body.price]);
    cache.delete(req.params.id);
    return res.status(204).end();
  });
};
exports.traffic = async (send) => {
  await send('GET', '/products/1');
  await send('PUT', '/products/1', { price: 12 }, 204);
  await send('GET', '/products/1');
};
exports.pair = (send, both) => both(['GET', '/products/1'], ['PUT', '/products/1', { price: 12 }]);
exports.harm = async ({ send }) => (await send('GET', '/products/1')).body.price === 10;
