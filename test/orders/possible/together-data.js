'use strict';
// Two connections bring something; the first one sets an immediate that answers what has come by then.
const { busy, connection, order } = require('../order.js');

const saw = order('one', 'answer', 'other');
connection((one) => connection((other) => {
  let count = 0;
  for (const { client, server } of [one, other]) {
    client.on('data', () => {
      saw(count++ === 0 ? 'one' : 'other');
      client.destroy();
      server.close();
      if (count === 1) setImmediate(() => saw('answer'));
    });
  }
  setTimeout(() => one.peer.write('x'), 100);
  setTimeout(() => other.peer.write('x'), 120);
  setTimeout(() => busy(50), 90);
}));
