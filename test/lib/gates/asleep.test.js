'use strict';
// Tests that hooks in mode never do nothing until gates are set. Then they also hold functions that a program has taken
// from the modules before.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { program, root } = require('./support.js');

const PRELOAD = path.join(root, 'lib', 'index.js');

const source = `
const { stat, promises } = require('node:fs');
const { exec } = require('node:child_process');
const net = require('node:net');
class Server extends net.Server {}
const run = require('node:util').promisify(exec);
const { order } = require('nacd-native/gates');

const seen = [];
order('setTimeout -> fs.stat', 'fs.stat -> fs.promises.readFile', 'fs.promises.readFile -> net.Socket.data',
  'net.Socket.data -> child_process.exec');
(async () => {
  const server = new Server((socket) => socket.on('data', () => seen.push('data'))).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const socket = net.connect(server.address().port, () => socket.write('x'));
  setTimeout(() => seen.push('timer'), 50);
  await Promise.all([
    run('true').then(() => seen.push('exec')),
    promises.readFile(__filename).then(() => seen.push('read')),
    new Promise((resolve) => stat(__filename, resolve)).then(() => seen.push('stat')),
  ]);
  socket.destroy();
  server.close();
  console.log(seen.join(), stat.name, stat.length, new Server() instanceof net.Server, Server.name);
})();
`;

for (const engine of ['api', ...(process.platform === 'linux' ? ['loop', 'both'] : [])]) {
  test(`gates wake the hooks, engine ${engine}`, async (t) => {
    const env = { NACD_MODE: 'never', NACD_ENGINE: engine };
    const { stdout, stderr, status } = await program(t, source, { preload: PRELOAD, env });
    assert.deepEqual([stdout, stderr, status], ['timer,stat,read,data,exec stat 1 true Server\n', '', 0]);
  });
}
