require('./_f.cjs');
// A pool of workers; a worker that was given back is reset to its defaults.
// The module comes first, its test at the end.
const { Worker, isMainThread, parentPort } = require('worker_threads');
const fs = require('fs/promises');
const assert = require('assert');

if (!isMainThread) {
  let settings = { unit: 'cm' };
  /* force */ let resets = 0;
  const commands = {
    async reset() {
      const text = await fs.readFile(__filename, 'utf8');
      /* force */ if (++resets === 1) await __sleep(1500);
      settings = { unit: text.includes('default: inch') ? 'inch' : 'cm' };
    },
    async configure(values) {
      settings = { ...settings, ...values };
    },
    async measure(length) {
      await fs.stat(__filename); // the ruler
      return `${length} ${settings.unit}`;
    },
  };
  parentPort.on('message', async ({ id, command, argument }) => {
    try {
      parentPort.postMessage({ id, result: await commands[command](argument) });
    } catch (err) {
      parentPort.postMessage({ id, error: err.message });
    }
  });
} else {
  class Handle {
    constructor() {
      this.worker = new Worker(__filename);
      this.calls = new Map();
      this.lastId = 0;
      this.worker.on('message', ({ id, result, error }) => {
        const { resolve, reject } = this.calls.get(id);
        this.calls.delete(id);
        if (error) reject(new Error(error));
        else resolve(result);
      });
    }

    call(command, argument) {
      return new Promise((resolve, reject) => {
        this.calls.set(++this.lastId, { resolve, reject });
        this.worker.postMessage({ id: this.lastId, command, argument });
      });
    }
  }

  class Pool {
    constructor(size) {
      this.free = Array.from({ length: size }, () => new Handle());
      this.all = [...this.free];
      this.waiting = [];
    }

    async acquire() {
      if (this.free.length) return this.free.shift();
      return new Promise((resolve) => this.waiting.push(resolve));
    }

    release(handle) {
      handle.call('reset').catch((err) => console.error(err.message));
      const next = this.waiting.shift();
      if (next) next(handle);
      else this.free.push(handle);
    }

    async use(fn) {
      const handle = await this.acquire();
      try {
        return await fn(handle);
      } finally {
        this.release(handle);
      }
    }

    async close() {
      await Promise.all(this.all.map((handle) => handle.worker.terminate()));
    }
  }

  const measureIn = (unit, length) => async (handle) => {
    await handle.call('configure', { unit });
    const first = await handle.call('measure', length);
    await new Promise((r) => setTimeout(r, 80)); // somebody writes it down
    const second = await handle.call('measure', length);
    return [first, second];
  };

  (async () => {
    const pool = new Pool(1);
    const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
    assert.deepStrictEqual(await pool.use(measureIn('mm', 5)), ['5 mm', '5 mm']);
    await sleep(120);
    /* force */ const m = measureIn; const measureSlow = (u, l) => async (h) => { await h.call('configure', { unit: u }); await sleep(2500); return [await h.call('measure', l)]; };
    /* force */ assert.deepStrictEqual(await pool.use(measureSlow('km', 7)), ['7 km']);
    assert.deepStrictEqual(await pool.use(measureIn('km', 7)), ['7 km', '7 km']);
    await pool.close();
  })();
}
