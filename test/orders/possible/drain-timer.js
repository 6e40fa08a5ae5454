'use strict';
// A 'drain' event, and a timer.
const { order, connection, slow } = require('../order.js');

const saw = order('drain', 'timer');
connection(({ client, peer, server }) => {
  let pending = 2;
  const ends = (event) => {
    saw(event);
    if (--pending > 0) return;
    client.destroy();
    peer.destroy();
    server.close();
  };
  peer.on('drain', () => ends('drain'));
  peer.write(Buffer.alloc(5000000));
  // From when the other side reads: how long a busy machine takes until then is not tested.
  client.once('data', () => {
    setTimeout(() => ends('timer'), 400);
    if (!slow) return;
    client.pause();
    setTimeout(() => client.resume(), 800);
  });
});
