'use strict';
// Bytes of one connection keep their order.
const { order, connection } = require('../order.js');

const saw = order('abc');
connection(({ client, peer, server }) => {
  let text = '';
  client.on('data', (data) => (text += data)).on('end', () => saw(text));
  peer.write('a');
  setTimeout(() => peer.write('b'), 5);
  setTimeout(() => peer.end('c'), 10);
  server.close();
});
