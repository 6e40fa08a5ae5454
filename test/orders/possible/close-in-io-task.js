'use strict';
// A callback destroys a connection; a task is done before its close event.
const { order, busy, task, connection } = require('../order.js');

const saw = order('data', 'close', 'task');
connection(({ client, peer, server }) => {
  client.on('close', () => saw('close'));
  client.on('data', () => {
    saw('data');
    client.destroy();
    server.close();
  });
  setTimeout(() => {
    peer.write('x');
    task(() => saw('task'));
    busy(40);
  }, 10);
});
