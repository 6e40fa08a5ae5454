'use strict';
// A cache in the process: a reader fills it only if no writer has emptied it since. Beside it a list that expires by
// itself, which may be old in any order.
const cache = new Map();
const generations = new Map();
let list;

const generationOf = (id) => generations.get(id) ?? 0;

exports.about = 'a cache in memory with generations, and one that only expires';
exports.tables = `
  DROP TABLE IF EXISTS product;
  CREATE TABLE product (id integer PRIMARY KEY, price integer NOT NULL);
  INSERT INTO product VALUES (1, 10)`;
exports.files = () => {
  cache.clear();
  list = undefined;
};
exports.routes = (app, pool) => {
  app.get('/products', async (req, res) => {
    list ??= (await pool.query('SELECT id, price FROM product ORDER BY id')).rows;
    return res.json(list);
  });
  app.get('/products/:id', async (req, res) => {
    const { id } = req.params;
    if (cache.has(id)) return res.json(cache.get(id));
    const generation = generationOf(id);
    const { rows: [product] } = await pool.query('SELECT price FROM product WHERE id = $1', [id]);
    if (generation === generationOf(id)) cache.set(id, product);
    return res.json(product);
  });
  app.put('/products/:id', async (req, res) => {
    const { id } = req.params;
    await pool.query('UPDATE product SET price = $2 WHERE id = $1', [id, req.body.price]);
    generations.set(id, generationOf(id) + 1);
    cache.delete(id);
    return res.status(204).end();
  });
};
exports.traffic = async (send) => {
  await send('GET', '/products');
  await send('GET', '/products/1');
  await send('PUT', '/products/1', { price: 12 }, 204);
  await send('GET', '/products');
  await send('GET', '/products/1');
};
