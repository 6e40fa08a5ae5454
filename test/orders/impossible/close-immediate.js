'use strict';
// An immediate comes before the close event of a connection that is destroyed with it.
const { order, connection } = require('../order.js');

const saw = order('immediate', 'close');
connection(({ client, server }) => setTimeout(() => {
  client.on('close', () => saw('close'));
  client.destroy();
  server.close();
  setImmediate(() => saw('immediate'));
}, 5));
