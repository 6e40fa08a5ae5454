'use strict';
// Data, and a task.
const { order, connection, task, whenSlow } = require('../order.js');

const saw = order('data', 'task');
connection(({ client, peer, server }) => {
  client.on('data', () => {
    saw('data');
    client.destroy();
    server.close();
  });
  setTimeout(() => peer.write('x'), whenSlow(100));
  setTimeout(() => task(() => saw('task')), 30);
});
