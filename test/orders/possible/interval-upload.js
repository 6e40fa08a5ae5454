'use strict';
// An upload is written and then renamed; a janitor removes what has not been within its limit. Rare: an upload that is
// under way.
const fs = require('node:fs');

const { connection, newPath, order, whenSlow } = require('../order.js');

const saw = order('stored');
const part = newPath('upload');
const begun = new Map();
const janitor = setInterval(() => {
  for (const [name, at] of begun) {
    if (performance.now() - at > 300) fs.unlink(name, () => begun.delete(name));
  }
}, 100);
connection(({ client, peer, server }) => {
  peer.on('data', (data) => {
    begun.set(part, performance.now());
    fs.writeFile(part, data, () => setTimeout(() => {
      fs.rename(part, `${part}.done`, (error) => {
        saw(error ? 'removed' : 'stored');
        clearInterval(janitor);
        client.destroy();
        server.close();
      });
    }, whenSlow(600)));
  });
  client.write('text');
});
