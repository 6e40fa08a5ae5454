'use strict';
// A pool of file handles. Who waits too long for one gets an error and is not in the line any more.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc18-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const table = path.join(dir, 'table');
fs.writeFileSync(table, 'row 1\nrow 2\nrow 3\n');

class Pool {
  constructor(handles) {
    this.free = handles;
    this.waiting = new Set();
  }

  acquire(limit) {
    if (this.free.length > 0) return Promise.resolve(this.free.pop());
    return new Promise((resolve, reject) => {
      const waiter = { resolve };
      this.waiting.add(waiter);
      if (limit === undefined) return;
      waiter.timer = setTimeout(() => {
        this.waiting.delete(waiter);
        reject(new Error('pool: no handle in time'));
      }, limit);
    });
  }

  release(handle) {
    const [next] = this.waiting;
    if (!next) return this.free.push(handle);
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.resolve(handle);
  }
}

async function row(pool, number, limit) {
  const handle = await pool.acquire(limit);
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
  const widget = row(pool, 2, 60).catch(() => 'row 2'); // the widget has a default
  const list = row(pool, 3);
  assert.deepStrictEqual(await Promise.all([report, widget, list]), ['row 1', 'row 2', 'row 3']);
  assert.deepStrictEqual(pool.free, [handle]);
  await handle.close();
}

main();
