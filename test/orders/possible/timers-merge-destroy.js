'use strict';
// Two timers of different durations; the first one destroys a connection.
const { order, busy, connection } = require('../order.js');

const saw = order('first', 'closed', 'second');
connection(({ client, server }) => {
  client.on('close', () => saw('closed'));
  setTimeout(() => {
    saw('first');
    client.destroy();
    server.close();
  }, 120);
  setTimeout(() => saw('second'), 200);
  setTimeout(() => busy(110), 100);
});
