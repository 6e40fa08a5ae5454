// Copies records into a slow device; after each full buffer it looks at the free space.
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
    }, 15);
  }
}

async function copy(records, device) {
  for (const record of records) {
    device.write(record);
    if (!device.writableNeedDrain) continue;
    const space = await fs.stat(__filename);
    if (space.size === 0) throw new Error('disk full');
    if (device.writableNeedDrain) await once(device, 'drain');
  }
  device.end();
  await once(device, 'finish');
}

(async () => {
  const devices = [new Device(), new Device()];
  const records = Array.from({ length: 8 }, (_, i) => Buffer.alloc(i % 2 ? 100 : 20));
  await Promise.all(devices.map((device) => copy(records, device)));
  for (const device of devices) assert.strictEqual(device.stored, 480);
})();
