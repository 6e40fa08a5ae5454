'use strict';
// A cart in a file: synchronous accesses, with a hash between them, so no access can be held.
const { scrypt } = require('node:crypto');
const fs = require('node:fs');
const { promisify } = require('node:util');

const FILE = 'cart.json';
const hash = promisify(scrypt);

exports.about = 'an item of a cart is lost between two synchronous accesses';
exports.loss = ['lost update'];
exports.files = () => fs.writeFileSync(FILE, '{"pen":1}');
exports.routes = (app) => {
  app.post('/cart', async (req, res) => {
    const cart = JSON.parse(fs.readFileSync(FILE, 'utf8'));
    cart[req.body.item] = (cart[req.body.item] ?? 0) + 1;
    const version = (await hash(JSON.stringify(cart), 'salt', 8)).toString('hex');
    fs.writeFileSync(FILE, JSON.stringify(cart));
    res.json({ version });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/cart', { item: 'pen' });
  await send('POST', '/cart', { item: 'ink' });
};
exports.pair = async (send, both) => both(['POST', '/cart', { item: 'pen' }], ['POST', '/cart', { item: 'ink' }]);
exports.harm = async () => fs.readFileSync(FILE, 'utf8') !== '{"pen":2,"ink":1}';
