'use strict';
// A node of a mesh binds its socket, loads its identity, and registers itself with its port.
const fs = require('fs');
const os = require('os');
const path = require('path');
const dgram = require('dgram');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c03-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const seedFile = path.join(dir, 'seed');
const registry = path.join(dir, 'nodes.json');
fs.writeFileSync(seedFile, 'correct horse battery staple');

function loadIdentity(done) {
  fs.readFile(seedFile, (err, seed) => {
    if (err) return done(err);
    crypto.pbkdf2(seed, 'mesh', 150000, 16, 'sha256', (err, id) => done(err, id && id.toString('hex')));
  });
}

function startNode(done) {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, from) => {
    if (String(message) === 'ping') socket.send('pong', from.port, from.address);
  });
  socket.bind(0, 'localhost');
  loadIdentity((err, id) => {
    if (err) return done(err);
    const { port } = socket.address();
    fs.writeFile(registry, JSON.stringify([{ id, port }]), (err) => done(err, socket));
  });
}

startNode((err, node) => {
  assert.ifError(err);
  const [entry] = JSON.parse(fs.readFileSync(registry));
  assert.strictEqual(entry.id.length, 32);
  const probe = dgram.createSocket('udp4');
  probe.on('message', (message) => {
    assert.strictEqual(String(message), 'pong');
    probe.close();
    node.close();
  });
  probe.send('ping', entry.port, '127.0.0.1');
});
