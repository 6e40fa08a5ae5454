'use strict';
// Asks a peer and the local archive for the same block, takes what comes first and ignores the other.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { promisify } = require('util');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'blocks-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
for (const name of ['b1', 'b2', 'b3']) fs.writeFileSync(path.join(dir, name), zlib.gzipSync(name));

function split(socket, online) {
  let rest = '';
  socket.on('data', (d) => {
    const lines = (rest + d).split('\n');
    rest = lines.pop();
    lines.forEach(online);
  });
}

const peer = net.createServer((socket) => split(socket, (name) => socket.write(`content of ${name}\n`)));

class PeerClient {
  constructor(port) {
    this.waiting = [];
    this.socket = net.connect(port, '127.0.0.1');
    split(this.socket, (line) => {
      const request = this.waiting.shift();
      if (!request.cancelled) request.resolve(line);
    });
  }

  get(name, signal) {
    return new Promise((resolve, reject) => {
      const request = { resolve, cancelled: false };
      // the answer still comes, so the request keeps its place
      this.waiting.push(request);
      this.socket.write(name + '\n');
      signal.addEventListener('abort', () => { request.cancelled = true; reject(signal.reason); });
    });
  }
}

async function archive(name) {
  const packed = await fs.promises.readFile(path.join(dir, name));
  return 'content of ' + String(await promisify(zlib.gunzip)(packed));
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
  for (const name of ['b1', 'b2', 'b3', 'b1']) assert.strictEqual(await read(client, name), 'content of ' + name);
  client.socket.end();
  peer.close();
});
