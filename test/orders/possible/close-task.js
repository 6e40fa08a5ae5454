'use strict';
// A connection is destroyed; a task is done before its close event.
const { order, busy, task, connection } = require('../order.js');

const saw = order('close', 'task');
connection(({ client, server }) => {
  setTimeout(() => {
    client.on('close', () => saw('close'));
    client.destroy();
    server.close();
    task(() => saw('task'));
    busy(50);
  }, 10);
});
