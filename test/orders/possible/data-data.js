'use strict';
// Data on two connections.
const { order, connection, whenSlow } = require('../order.js');

const saw = order('first', 'second');
const read = (name, ms) => connection(({ client, peer, server }) => {
  client.on('data', () => {
    saw(name);
    client.destroy();
    server.close();
  });
  setTimeout(() => peer.write('x'), ms);
});
read('first', 20 + whenSlow(100));
read('second', 60);
