'use strict';
// A pool of file handles. Who waits too long for one gets an error, and may come again.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c32-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const table = path.join(dir, 'table');
fs.writeFileSync(table, 'row 1\nrow 2\nrow 3\n');

class Pool {
  constructor(handles) {
    this.free = handles;
    this.waiting = [];
  }

  acquire(limit) {
    if (this.free.length > 0) return Promise.resolve(this.free.pop());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('pool: no handle in time')), limit);
      this.waiting.push((handle) => {
        clearTimeout(timer);
        resolve(handle);
      });
    });
  }

  release(handle) {
    const next = this.waiting.shift();
    if (next) next(handle);
    else this.free.push(handle);
  }
}

async function row(pool, number) {
  const handle = await pool.acquire(350);
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, (number - 1) * 6);
    return String(buffer);
  } finally {
    pool.release(handle);
  }
}

async function main() {
  const handle = await fs.promises.open(table);
  const pool = new Pool([handle]);
  const report = row(pool, 1);
  const widget = row(pool, 2).catch(() => 'row 2'); // the widget has a default
  assert.deepStrictEqual(await Promise.all([report, widget]), ['row 1', 'row 2']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.strictEqual(await row(pool, 3), 'row 3');
  await handle.close();
}

main();
