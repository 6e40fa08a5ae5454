'use strict';
// Local ports and Unix sockets behind which another machine answers.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { test } = require('node:test');
const { behind, connectedBehind } = require('../../../../lib/requests/record/tunnels.js');
const { makeFolder } = require('../../../support/cli.js');

// Forwards each connection to the port in FAR, if there is one, from a port and from the file of SOCKET.
const FORWARDER = `
  const net = require('node:net');
  const { FAR, SOCKET } = process.env;
  const serve = (place) => new Promise((resolve) => {
    const server = net.createServer((socket) => { if (FAR) net.connect(Number(FAR), '127.0.0.1'); socket.on('error', () => {}); });
    server.listen(place, () => resolve(server.address()));
  });
  Promise.all([serve({ port: 0, host: '127.0.0.1' }), serve({ path: SOCKET })]).then(([{ port }]) => console.log(port));`;

async function forwarder(t, far) {
  const socket = path.join(makeFolder(t), 'db.sock');
  const env = { PATH: process.env.PATH, SOCKET: socket, ...(far && { FAR: far }) };
  const child = spawn(process.execPath, ['-e', FORWARDER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const [port] = await once(child.stdout, 'data');
  return { places: [{ host: '127.0.0.1', port: Number(port) }, { host: socket }], ids: [Number(port), socket] };
}

test('a tunnel that connects on demand is seen, by a port and by a Unix socket', { skip: process.platform !== 'linux' }, async (t) => {
  const far = net.createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(far, 'listening');
  t.after(() => far.close());
  const tunnel = await forwarder(t, far.address().port);
  const server = await forwarder(t);
  const all = () => true; // each address counts as that of another machine
  for (const at of tunnel.ids) assert.deepEqual(connectedBehind()(at), [], 'nobody is connected to it');
  for (const place of tunnel.places) assert.ok((await behind(place, all)).includes('127.0.0.1'), JSON.stringify(place));
  for (const place of server.places) assert.deepEqual(await behind(place, all), [], JSON.stringify(place));
});

test('a child that serves a connection of the port is a tunnel, and a client from elsewhere makes none', (t) => {
  const proc = makeFolder(t);
  const [HERE, OTHER] = ['0100007F', '0700000A']; // 127.0.0.1, 10.0.0.7
  const hex = (port) => port.toString(16).toUpperCase().padStart(4, '0');
  const line = (inode, [local, remote, state]) => (
    `0: ${HERE}:${hex(local)} ${remote[0]}:${hex(remote[1])} ${state} 0:0 0:0 0 0 0 ${inode}`);
  const sockets = {
    1: [5433, [HERE, 0], '0A'], 2: [5433, [HERE, 4000], '01'], 3: [5000, [OTHER, 5432], '01'], // a forking forwarder
    4: [5432, [HERE, 0], '0A'], 5: [5432, [OTHER, 4001], '01'], // a database with a client from elsewhere
    6: [3306, [HERE, 0], '0A'], // another user's
  };
  const unix = (inode, flags, file) => `0: 00000003 00000000 ${flags} 0001 01 ${String(inode).padStart(5)}${file ? ` ${file}` : ''}`;
  const unixSockets = [unix(7, '00000000'), unix(8, '00010000', '/run/my db.sock'), unix(9, '00010000', '/run/near.sock'),
    unix(12, '00010000', '@other')];
  const lines = Object.entries(sockets).map(([inode, socket]) => line(inode, socket));
  fs.mkdirSync(path.join(proc, 'net'));
  fs.writeFileSync(path.join(proc, 'net', 'tcp'), ['head', ...lines].join('\n'));
  fs.writeFileSync(path.join(proc, 'net', 'unix'), ['head', ...unixSockets].join('\n'));
  for (const [pid, inodes] of Object.entries({ 10: [1], 11: [2, 3, 8], 20: [4, 5, 9] })) {
    fs.mkdirSync(path.join(proc, pid, 'fd'), { recursive: true });
    for (const inode of inodes) fs.symlinkSync(`socket:[${inode}]`, path.join(proc, pid, 'fd', String(inode)));
  }
  const places = { 5433: ['10.0.0.7'], 5432: [], 1: [], '/run/my db.sock': ['10.0.0.7'], '/run/near.sock': [], 3306: undefined, '@other': undefined };
  for (const [place, addresses] of Object.entries(places)) {
    assert.deepEqual(connectedBehind(proc)(Number(place) || place), addresses, place);
  }
  assert.equal(connectedBehind(path.join(proc, 'none'))(5432), undefined); // not Linux
});
