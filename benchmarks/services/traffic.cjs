'use strict';
// Requests of several clients of the shop, one after the other: each has an order, an account and posts of its
// own, and shares trains and movies with others. `npm run bench:services -- --pruning` counts pairs in it.
const post = (path, body) => ({ method: 'POST', path, body });

const CLIENTS = [
  { name: 'ann', order: 1, train: 'G7', movie: 'alien', to: 'bob' },
  { name: 'bob', order: 2, train: 'G8', movie: 'heat', to: 'cleo' },
  { name: 'cleo', order: 3, train: 'G9', movie: 'alien', to: 'dave' },
  { name: 'dave', order: 4, train: 'G8', movie: 'brazil', to: 'ann' },
];

function sessionOf({ name, order, train, movie, to }) {
  return [
    post('/register', { name }),
    post('/deposit', { account: name, amount: 50 }),
    post('/transfer', { from: name, to, amount: 10 }),
    post('/charge', { key: `k-${name}`, account: name, amount: 3 }),
    post('/preserve', { train, user: name }),
    post('/address', { order, address: `${name}'s street` }),
    post('/pay', { order }),
    order % 2 === 0 ? post('/ship', { order }) : post('/cancel', { order }),
    { method: 'GET', path: `/pages/${movie}` },
    post('/rent', { user: name, movie }),
    post('/reviews', { movie, grade: order }),
    post('/posts', { user: name, text: `${name} saw ${movie}` }),
  ];
}

module.exports = CLIENTS.flatMap(sessionOf);
