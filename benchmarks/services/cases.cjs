'use strict';
// Races over services, in the shapes of the 14 cases of seed 004, table 1, each with its fix as a control (FIXED=1).
// The paper names the systems and describes three of the cases; the others are shapes that these systems have.
//
// Behind them stand three more: on MariaDB, by RabbitMQ, and between branches of one request.
//
// A case: {name, system, about, services, pair, traffic, loss}. `traffic` is sent to the gateway one after the other;
// the race is one of two requests of the handlers of `pair`, or of two branches of the request `within`; `loss` has the
// kinds that are right. `needs`: a server that only this case uses.
const post = (path, body) => ({ method: 'POST', path, body });

module.exports = [
  {
    name: 'last-seat', system: 'TrainTicket', about: 'the last seat is sold twice', services: ['stock', 'orders'],
    pair: ['POST /preserve', 'POST /preserve'],
    traffic: [post('/preserve', { train: 'G7', user: 'ann' })], loss: ['double use'],
  },
  {
    name: 'pay-cancel', system: 'TrainTicket', about: 'an order is paid and cancelled, and the money stays',
    services: ['orders', 'payment'], pair: ['POST /pay', 'POST /cancel'],
    traffic: [post('/pay', { order: 1 }), post('/cancel', { order: 1 })],
    loss: ['lost update', 'mixed state', 'extra row', 'other state', 'double use'],
  },
  {
    name: 'refund-twice', system: 'TrainTicket', about: 'the money goes back twice', services: ['orders', 'payment'],
    pair: ['POST /refund', 'POST /refund'],
    traffic: [post('/refund', { order: 2 })], loss: ['double use', 'duplicate'],
  },
  {
    name: 'pay-twice', system: 'TrainTicket', about: 'an order is paid twice', services: ['orders', 'payment'],
    pair: ['POST /pay', 'POST /pay'],
    traffic: [post('/pay', { order: 1 })], loss: ['double use', 'duplicate'],
  },
  {
    name: 'ship-address', system: 'TrainTicket', about: 'a parcel goes to the old address', services: ['orders', 'stock'],
    pair: ['POST /ship', 'POST /address'],
    traffic: [post('/address', { order: 2, address: 'new' }), post('/ship', { order: 2 })],
    loss: ['mixed state', 'lost update', 'other state', 'double use'],
  },
  {
    name: 'overdraft', system: 'Bank of Anthos', about: 'two transfers pass one check', services: ['accounts', 'payment'],
    pair: ['POST /transfer', 'POST /transfer'],
    traffic: [post('/transfer', { from: 'ann', to: 'bob', amount: 80 })], loss: ['double use'],
  },
  {
    name: 'deposit', system: 'Bank of Anthos', about: 'a deposit is lost', services: ['accounts', 'payment'],
    pair: ['POST /deposit', 'POST /deposit'],
    traffic: [post('/deposit', { account: 'ann', amount: 5 })], loss: ['lost update'],
  },
  {
    name: 'charge-key', system: 'Bank of Anthos', about: 'one key is charged twice', services: ['accounts', 'payment'],
    pair: ['POST /charge', 'POST /charge'],
    traffic: [post('/charge', { key: 'k-771', account: 'ann', amount: 30 })],
    loss: ['lost update', 'other state', 'double use'],
  },
  {
    name: 'close-receive', system: 'Bank of Anthos', about: 'money comes in while an account is paid out',
    services: ['accounts', 'payment'], pair: ['POST /close', 'POST /receive'],
    traffic: [post('/receive', { account: 'ann', amount: 5 }), post('/close', { account: 'ann' })],
    loss: ['lost success', 'mixed state', 'lost update'],
  },
  {
    name: 'register', system: 'Social Network', about: 'a name is taken twice', services: ['users', 'timeline'],
    pair: ['POST /register', 'POST /register'],
    traffic: [post('/register', { name: 'zoe' })], loss: ['double use', 'duplicate'],
  },
  {
    name: 'timeline', system: 'Social Network', about: 'a post is missing in the timeline', services: ['users', 'timeline'],
    pair: ['POST /posts', 'POST /posts'],
    traffic: [post('/posts', { user: 'ann', text: 'one' }), post('/posts', { user: 'ann', text: 'two' })],
    loss: ['lost update'],
  },
  {
    name: 'grade', system: 'Media Service', about: 'a grade is lost', services: ['users', 'movies'],
    pair: ['POST /reviews', 'POST /reviews'],
    traffic: [post('/reviews', { movie: 'alien', grade: 4 })], loss: ['lost update'],
  },
  {
    name: 'stale-page', system: 'Media Service', about: 'an old page is in the cache after the change',
    services: ['users', 'movies'], pair: ['GET /pages/:movie', 'PUT /pages/:movie'],
    traffic: [
      { method: 'GET', path: '/pages/alien' }, { method: 'PUT', path: '/pages/alien', body: { text: 'new' } },
    ],
    loss: ['resurrected', 'lost update', 'extra row', 'mixed state', 'other state'],
  },
  {
    name: 'rent', system: 'Media Service', about: 'more movies are rented than allowed', services: ['users', 'movies'],
    pair: ['POST /rent', 'POST /rent'],
    traffic: [post('/rent', { user: 'ann', movie: 'alien' })], loss: ['double use'],
  },
  {
    name: 'voucher', system: 'TrainTicket', about: 'a voucher is used twice', services: ['vouchers', 'orders'], needs: 'mariadb',
    pair: ['POST /voucher', 'POST /voucher'],
    traffic: [post('/voucher', { code: 'SUMMER', user: 'ann' })], loss: ['double use'],
  },
  {
    name: 'savings', system: 'Bank of Anthos', about: 'money of one of two messages is lost', services: ['teller', 'accounts'],
    needs: 'rabbitmq', pair: ['POST /save', 'POST /save'],
    traffic: [post('/save', { account: 'ann', amount: 5 })], loss: ['lost update'],
  },
  {
    name: 'basket', system: 'Bank of Anthos', about: 'two payments of one request are one', services: ['accounts'],
    within: 'POST /basket', pair: ['GET /accounts/:id', 'GET /accounts/:id'],
    traffic: [post('/basket', { account: 'ann', amounts: [10, 20] })], loss: ['lost update'],
  },
];
