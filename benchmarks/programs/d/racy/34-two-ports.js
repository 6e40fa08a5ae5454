'use strict';
// Data goes to the thread through a port of its own, commands through the usual one.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const { promisify } = require('util');
const { Worker, MessageChannel, isMainThread, parentPort, workerData } = require('worker_threads');

if (!isMainThread) {
  const { port } = workerData;
  let bytes = 0;
  let blocks = 0;
  port.on('message', (block) => {
    bytes += block.byteLength;
    blocks++;
  });
  parentPort.on('message', (command) => {
    if (command === 'report') parentPort.postMessage({ bytes, blocks });
    if (command === 'stop') { port.close(); parentPort.close(); }
  });
  parentPort.postMessage('listening');
} else {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(__filename, { workerData: { port: port2 }, transferList: [port2] });

  async function feed(file) {
    const { size } = await fs.promises.stat(file);
    let sent = 0;
    for await (const block of fs.createReadStream(file, { highWaterMark: 512 })) {
      const copy = new Uint8Array(block);
      port1.postMessage(copy, [copy.buffer]);
      sent += block.length;
    }
    assert.strictEqual(sent, size);
    return size;
  }

  let size, key;
  worker.on('message', async (msg) => {
    if (msg === 'listening') {
      size = await feed(__filename);
      // the report is filed under a key
      key = await promisify(crypto.scrypt)(String(size), 'salt', 16);
      worker.postMessage('report');
      return;
    }
    worker.postMessage('stop');
    assert.strictEqual(key.length, 16);
    assert.deepStrictEqual(msg, { bytes: size, blocks: Math.ceil(size / 512) });
  });
}
