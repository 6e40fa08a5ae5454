'use strict';
// Asks a peer and the local archive for the same block, takes what comes first and gives up the other.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { promisify } = require('util');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'blocks-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
for (const name of ['b1', 'b2']) fs.writeFileSync(path.join(dir, name), zlib.gzipSync(name.padEnd(16e6)));

const peer = net.createServer((socket) => {
  socket.on('data', (d) => {
    for (const name of String(d).split('\n').filter(Boolean)) socket.write(`content of ${name}\n`);
  });
});

class PeerClient {
  constructor(port) {
    this.waiting = [];
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.on('data', (d) => {
      for (const line of String(d).split('\n').filter(Boolean)) {
        const request = this.waiting.shift();
        if (request) request.resolve(line);
      }
    });
  }

  get(name, signal) {
    return new Promise((resolve, reject) => {
      const request = { resolve };
      this.waiting.push(request);
      this.socket.write(name + '\n');
      signal.addEventListener('abort', () => {
        this.waiting = this.waiting.filter((r) => r !== request);
        reject(signal.reason);
      });
    });
  }
}

async function archive(name) {
  const packed = await fs.promises.readFile(path.join(dir, name));
  return 'content of ' + String(await promisify(zlib.gunzip)(packed)).trim();
}

async function read(client, name) {
  const controller = new AbortController();
  try {
    return await Promise.any([client.get(name, controller.signal), archive(name)]);
  } finally {
    controller.abort();
  }
}

peer.listen(0, '127.0.0.1', async () => {
  const client = new PeerClient(peer.address().port);
  assert.strictEqual(await read(client, 'b1'), 'content of b1');
  assert.strictEqual(await read(client, 'b2'), 'content of b2');
  client.socket.end();
  peer.close();
});
