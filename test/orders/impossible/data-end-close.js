'use strict';
// Data come before the end, and the end before the close event.
const { order, connection } = require('../order.js');

const saw = order('data', 'end', 'close');
connection(({ client, peer, server }) => {
  client.once('data', () => saw('data')).on('end', () => saw('end')).on('close', () => saw('close'));
  peer.write('x');
  peer.end();
  server.close();
});
