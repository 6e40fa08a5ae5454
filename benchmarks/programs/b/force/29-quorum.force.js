require('./_f.cjs');
// A coordinator writes to three replicas while it stores the value itself; two of three must have it by then.
const net = require('net');
const fs = require('fs');
const crypto = require('crypto');
const assert = require('assert');

function replica(name) {
  const store = new Map();
  const server = net.createServer((socket) => {
    socket.setEncoding('utf8');
    socket.on('data', (line) => {
      const [key, value] = line.trim().split('=');
      /* force */ setTimeout(() =>
      fs.stat(__filename, (err) => {
        if (err) return socket.destroy();
        store.set(key, value);
        socket.end('ack');
      })
      /* force */ , name === 'a' ? 0 : 3000)
      ;
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ name, store, server })));
}

async function put(replicas, key, value) {
  const acks = new Set();
  for (const { name, server } of replicas) {
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.on('data', () => acks.add(name));
    socket.write(`${key}=${value}\n`);
  }
  // the own copy is encrypted with a fresh key
  await new Promise((resolve, reject) => {
    crypto.pbkdf2(value, key, 250000, 32, 'sha512', (err) => (err ? reject(err) : resolve()));
  });
  await fs.promises.stat(__dirname);
  if (acks.size < 2) throw new Error(`no quorum: ${acks.size} of ${replicas.length}`);
  return acks.size;
}

(async () => {
  const replicas = await Promise.all(['a', 'b', 'c'].map(replica));
  try {
    const n = await put(replicas, 'colour', 'blue');
    assert.ok(n >= 2);
  } finally {
    replicas.forEach((r) => r.server.close());
  }
})();
