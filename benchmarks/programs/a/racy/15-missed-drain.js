// Copies records into a slow device and watches the free space while it waits.
const { Writable } = require('stream');
const { once } = require('events');
const fs = require('fs/promises');
const assert = require('assert');

class Device extends Writable {
  constructor() {
    super({ highWaterMark: 64 });
    this.stored = 0;
  }

  _write(chunk, encoding, callback) {
    setTimeout(() => {
      this.stored += chunk.length;
      callback();
    }, 50);
  }
}

async function copy(records, device) {
  for (const record of records) {
    if (!device.write(record)) {
      const space = await fs.stat(__filename);
      if (space.size === 0) throw new Error('disk full');
      await once(device, 'drain');
    }
  }
  device.end();
  await once(device, 'finish');
}

const device = new Device();
let complete = false;
copy(Array.from({ length: 4 }, () => Buffer.alloc(100)), device).then(() => (complete = true));
process.on('exit', () => {
  assert.ok(complete, 'copy never finished');
  assert.strictEqual(device.stored, 400);
});
