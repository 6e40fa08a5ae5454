'use strict';
// A 'drain' event, and a timer.
const { order, connection, whenSlow } = require('../order.js');

const saw = order('drain', 'timer');
connection(({ client, peer, server }) => {
  peer.on('drain', () => saw('drain'));
  peer.write(Buffer.alloc(16000000));
  setTimeout(() => client.resume(), whenSlow(200));
  setTimeout(() => saw('timer'), 100);
  setTimeout(() => {
    client.destroy();
    peer.destroy();
    server.close();
  }, 1000);
});
