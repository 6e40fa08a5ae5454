'use strict';
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder } = require('../../support/cli.js');

const { talksToItself } = require('../../../lib/process/sockets.js');

const PROGRAM = path.join(__dirname, '..', '..', 'fixtures', 'process', 'hears-outside.js');

test('what may wake a process from outside: sockets but servers and connections within it, and watched files', async (t) => {
  const server = net.createServer(() => {}).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const file = path.join(makeFolder(t), 'said.json');
  // Pipes of the parent would be sockets of the child.
  const child = spawn(process.execPath, [PROGRAM, file, String(server.address().port)], { stdio: 'ignore' });
  await once(child, 'exit');
  assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), {
    nothing: false,
    server: false,
    'connection inside': false,
    'connection to another process': true,
    closed: false,
    datagrams: true,
    'unix socket': true,
    'watched files': true,
  });
});

test('a process has a connection with itself as long as both ends are open', { skip: process.platform !== 'linux' }, async (t) => {
  const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  assert.equal(talksToItself(process.pid), false);
  const client = net.connect(server.address().port, '127.0.0.1');
  const [accepted] = await once(server, 'connection');
  assert.equal(talksToItself(process.pid), true);
  client.destroy();
  await once(accepted, 'close');
  assert.equal(talksToItself(process.pid), false);
});
