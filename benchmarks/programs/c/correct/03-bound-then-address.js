'use strict';
// A node of a mesh loads its identity while its socket is being bound, and registers itself after both.
const fs = require('fs');
const os = require('os');
const path = require('path');
const dgram = require('dgram');
const { once } = require('events');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc03-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const seedFile = path.join(dir, 'seed');
const registry = path.join(dir, 'nodes.json');
fs.writeFileSync(seedFile, 'correct horse battery staple');

async function startNode() {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, from) => {
    if (String(message) === 'ping') socket.send('pong', from.port, from.address);
  });
  const bound = once(socket, 'listening');
  socket.bind(0, 'localhost');
  const [id] = await Promise.all([fs.promises.readFile(seedFile, 'utf8'), bound]);
  await fs.promises.writeFile(registry, JSON.stringify([{ id, port: socket.address().port }]));
  return socket;
}

async function main() {
  const node = await startNode();
  const [{ port }] = JSON.parse(await fs.promises.readFile(registry));
  const probe = dgram.createSocket('udp4');
  const answered = once(probe, 'message');
  const ping = () => probe.send('ping', port, '127.0.0.1');
  const again = setInterval(ping, 100); // a datagram may be lost
  ping();
  const [message] = await answered;
  clearInterval(again);
  assert.strictEqual(String(message), 'pong');
  probe.close();
  node.close();
}

main();
