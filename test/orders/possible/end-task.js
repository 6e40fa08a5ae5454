'use strict';
// The end of a connection, and a task.
const { order, connection, task, whenSlow } = require('../order.js');

const saw = order('end', 'task');
connection(({ client, peer, server }) => {
  client.resume().on('end', () => {
    saw('end');
    server.close();
  });
  setTimeout(() => peer.end(), whenSlow(100));
  setTimeout(() => task(() => saw('task')), 30);
});
