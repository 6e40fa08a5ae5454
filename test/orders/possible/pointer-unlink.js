'use strict';
// A request reads which version is current and then that version, while a timer makes another one current and removes
// the old one. A request that comes late as a whole finds the new one: only what follows from its first reading races.
const fs = require('node:fs');

const { connection, newPath, order, slow } = require('../order.js');

const saw = order('read');
const versions = ['v1', 'v2'].map(newPath);
for (const version of versions) fs.writeFileSync(version, 'text');
const [current, next] = ['current', 'next'].map(newPath);
fs.writeFileSync(current, versions[0]);
fs.writeFileSync(next, versions[1]);
// A pool whose workers compute reads later.
const compute = () => require('node:crypto').pbkdf2('password', 'salt', 2000000, 32, 'sha256', () => {});

setTimeout(() => {
  fs.renameSync(next, current);
  fs.unlinkSync(versions[0]);
}, 300);
connection(({ client, peer, server }) => {
  peer.on('data', () => fs.readFile(current, 'utf8', (error, version) => {
    if (slow) for (let worker = 0; worker < 4; worker++) compute();
    fs.readFile(version, (gone) => saw(gone ? 'gone' : 'read'));
    client.destroy();
    server.close();
  }));
  client.write('x');
});
